-- The keys by which rows are brought together.

local function shared(name, a, b)
  local rules = mix.rules.load(name)
  local keys, count = {}, 0
  for _, key in ipairs(rules:keys(a)) do keys[key] = true end
  for _, key in ipairs(rules:keys(b)) do if keys[key] then count = count + 1 end end
  return count
end

describe("blocking keys", function()
  it("bring two spellings of one track together", function()
    for _, pair in ipairs({
      { { title = "Halo", artist = "Beyoncé" }, { title = "HALO (Live)", artist = "beyonce" } },
      { { title = "Hot Dog", artist = "A" }, { title = "Hotdog", artist = "B" } },
      { { title = "Wonderwall", artist = "Oasis" }, { title = "Wonderwal", artist = "Oasis" } },
      { { title = "Purple Haze", artist = "X" }, { title = "Purple Haze - Remastered",
        artist = "Y" } },
      { { title = "Hello", artist = "Adele" }, { title = "Helo", artist = "Adele" } },
      { { title = "The Wall", artist = "Pink Floyd" }, { title = "Wall, The",
        artist = "Floyd, Pink" } },
    }) do
      assert.is_true(shared("block/tracks", pair[1], pair[2]) > 0, pair[1].title)
    end
    assert.equal(0, shared("block/tracks",
      { title = "Halo", artist = "Beyoncé" }, { title = "Water", artist = "Tyla" }))
  end)

  it("bring the two forms of an ISBN together", function()
    assert.is_true(shared("block/books", { title = "A", isbn = "978-0-306-40615-7" },
      { title = "B", isbn = "0306406152" }) > 0)
  end)

  it("bring titles of one film together", function()
    for _, pair in ipairs({
      { { title = "Il Postino", director = "Ann Lee, Bo Ray", year = 1994 },
        { title = "The Postman", director = "Bo Ray; Ann Lee", year = 1995 } },
      { { title = "Les bateaux" }, { title = "Boats", alternative_titles = "Les bateaux; Boote" } },
      { { title = "X-Boats" }, { title = "Mad 2: X Boats" } },
      { { title = "A", imdb_id = "tt0000007" }, { title = "B", imdb_id = "7" } },
    }) do
      assert.is_true(shared("block/films", pair[1], pair[2]) > 0, pair[1].title)
    end
    assert.equal(0, shared("block/films", { title = "Boats", director = "Ann Lee", year = 1994 },
      { title = "Glass", director = "Ann Lee", year = 1999 }))
  end)

  it("are absent for an empty row, and few of an endless title", function()
    for _, name in ipairs({ "block/tracks", "block/books", "block/films", "block/generic" }) do
      local rules = mix.rules.load(name)
      assert.are.same({}, rules:keys({}))
      assert.are.same({}, rules:keys({ title = "", artist = "" }))
      assert.is_true(#rules:keys({ title = ("lé "):rep(350000), artist = "A" }) < 30)
    end
  end)

  it("come from rules of one's own, which are checked", function()
    local path = mix.fs.data("own-block.lua")
    assert(mix.fs.write(path, "return {kind = 'block', fields = {'isrc'}, "
      .. "keys = function(record) return {record.isrc, 'x', 'x', 'a\\nb'} end}"))
    local rules = mix.rules.load(path)
    assert.are.same({ "US1", "x" }, rules:keys({ isrc = "US1" }))
    assert.are.same({ "isrc" }, rules:fields())
    assert(mix.fs.write(path, "return {kind = 'block', keys = function() return {1} end}"))
    local ok, problem = pcall(function() return mix.rules.load(path):keys({ a = 1 }) end)
    assert.is_false(ok)
    assert.matches("a list with integer, texts expected", tostring(problem), 1, true)
  end)
end)
