-- From one order of items to another by taking out and putting back.

local account = require("programs.playlist.spec.account")
local edits = require("programs.playlist.lib.writing.edits")

local function uris(text)
  local list = {}
  for name in text:gmatch("%S+") do
    list[#list + 1] = name == "F" and "spotify:local:a:b:c:1" or "spotify:track:" .. name
  end
  return list
end

-- A playlist's items after some writes, as Spotify carries them out.
local function after(list, writes)
  local service = account.new()
  service:put("p", "Mix", "u", "", table.move(list, 1, #list, 1, {}))
  for _, write in ipairs(writes) do
    assert.is_true(#write.uris >= 1 and #write.uris <= 100)
    service[write.write](service, "p", write.uris, write.position)
  end
  return service.all.p.items
end

describe("edits", function()
  it("lead from each list to the other, and back", function()
    for _, pair in ipairs({
      { "a b a F c b c a d", "a b F c d" }, { "a a a", "a" }, { "a b", "a b" }, { "a b", "" },
      { "", "a b" }, { "F a F a F", "F a F F" }, { "x a y a z", "a x y a z" },
    }) do
      local from, to = uris(pair[1]), uris(pair[2])
      for _ = 1, 2 do
        local writes = edits.between(from, to)
        if writes then assert.are.same(to, after(from, writes)) end
        from, to = to, from
      end
    end
    assert.are.same({}, edits.between(uris("a F b"), uris("a F b")))
  end)

  it("go for lists of any length in pieces of a hundred", function()
    local from, to = {}, {}
    for number = 1, 350 do
      local uri = "spotify:track:" .. number
      from[2 * number - 1], from[2 * number], to[number] = uri, uri, uri
    end
    local writes = edits.between(from, to)
    assert.are.same(to, after(from, writes))
    assert.equal(8, #writes)
    assert.are.same(from, after(to, edits.between(to, from)))
  end)

  it("are not for another order, nor for files of the user's", function()
    assert.is_nil(edits.between(uris("a b"), uris("b a")))
    assert.is_nil(edits.between(uris("F a"), uris("a")))
  end)
end)
