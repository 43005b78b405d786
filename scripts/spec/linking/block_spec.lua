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
    -- A date is not an album.
    assert.equal(0, shared("block/tracks", { title = "Halo", release_date = "January 2001" },
      { title = "Water", release_date = "January 2001" }))
  end)

  it("bring an artist, an album and a title in one cell together with their columns", function()
    for _, pair in ipairs({
      { { title = "Crazy Train" }, { title = "Ozzy Osbourne - Crazy Train (1980)" } },
      { { title = "Hip Steps (Speedy Chicken)" }, { title = "Dance Parti - Hip Steps" } },
      { { title = "NowImHere" }, { title = "Queen - Now I'm Here (Lyrics)" } },
      { { title = "011", artist = "Ann Lee" }, { title = "Ann Lee: Ash" } },
      { { title = "003-", album = "Dishes" }, { title = "Kollegium (Dishes)" } },
      { { title = "Two Cups" }, { title = "Tea Trio and a long list of guests 'Two Cups'" } },
      { { title = "夜の町" }, { title = "ANN LEE「夜の町」Official Video" } },
      { { title = "Ash, Oak", artist = "B" }, { title = "7", release_date = "Ash, Oak" } },
      { { title = "3", release_date = "Red Kites" }, { title = "12", album = "Red Kites" } },
    }) do
      assert.is_true(shared("block/tracks", pair[1], pair[2]) > 0, pair[1].title)
    end
  end)

  it("bring names with slips and of other scripts together", function()
    for _, pair in ipairs({
      { "block/tracks", { title = "Levitatng" }, { title = "Levitating" } },
      { "block/tracks", { title = "Watermelon" }, { title = "Wxtermelon" } },
      { "block/tracks", { title = "Mississippi" }, { title = "Misisipi" } },
      { "block/tracks", { title = "Brrrrt" }, { title = "Brrt" } },
      { "block/tracks", { artist = "Loane, Adda" }, { artist = "Ada Lone" } },
      { "block/tracks", { title = "Синий вечер" }, { title = "Siniy Vecher" } },
      { "block/tracks", { artist = "Вера Зорина" }, { artist = "Vera Zorina" } },
      { "block/tracks", { title = "さくらのはな" }, { title = "Sakura no Hana" } },
      { "block/books", { author = "Nix, Garth" }, { author = "Garth Nix" } },
      { "block/people", { name = "A. Al Jadaani" }, { name = "Abdullah Al-Jadani" } },
      { "block/people", { name = "F. Johani" }, { name = "Fahad Juhani" } },
      { "block/people", { name = "Ann Lee", born = "1990-01-02" },
        { name = "Bo Ray", born = "1990-01-02" } },
      { "block/films", { title = "Il Postino", director = "Michael Radford" },
        { title = "The Postman", director = { "Radford Michael" } } },
      { "block/films", { title = "Лес", director = "Вера Зорина" },
        { title = "The Forest", director = "Vera Zorina" } },
      { "block/films", { title = "O Auto", alternative_titles = "A Dog's Will" },
        { title = "A Dog's Will" } },
      { "block/generic", { name = "Arnold Grill" }, { name = "Arnolds Gryll" } },
    }) do
      assert.is_true(shared(pair[1], pair[2], pair[3]) > 0, mix.json.encode(pair[2]))
    end
    assert.equal(0, shared("block/people", { name = "Ann Lee", born = "1990" },
      { name = "Bo Ray", born = "1990" }))
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
  end)

  it("are absent for an empty row, and few of an endless title", function()
    for _, name in ipairs({ "books", "films", "generic", "people", "tracks" }) do
      local rules = mix.rules.load("block/" .. name)
      assert.are.same({}, rules:keys({}))
      assert.are.same({}, rules:keys({ title = "", name = "", artist = "" }))
      local long = ("lé "):rep(350000)
      assert.is_true(#rules:keys({ title = long, name = long, artist = "A" }) < 30)
    end
    local titles = {}
    for number = 1, 20 do titles[number] = ("One %d two three four five six"):format(number) end
    local film = { title = "Seven Eight Nine Ten", original_title = "Eleven Twelve Thirteen",
      alternative_titles = titles, director = titles, cast = titles }
    assert.is_true(#mix.rules.load("block/films"):keys(film) <= 64)
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
