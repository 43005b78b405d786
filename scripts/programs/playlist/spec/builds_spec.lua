-- The records of what was written.

local builds = require("programs.playlist.lib.writing.builds")

local function journal(id, started, changes)
  local made = {
    id = id, account = "u", state = "done", name = "Mix", started = started,
    before = mix.json.array({}), steps = mix.json.array({}),
  }
  for name, value in pairs(changes or {}) do made[name] = value end
  return made
end

local function uris(count)
  local list = mix.json.array({})
  for number = 1, count do list[number] = ("spotify:track:%022d"):format(number) end
  return list
end

describe("builds", function()
  before_each(function()
    mix.store.open("builds"):clear()
    mix.store.open("build_items"):clear()
  end)

  it("are kept whole, however long the playlist", function()
    local kept = journal("a", 1, { before = uris(10000) })
    for place = 1, 100 do
      local position = place % 2 == 0 and 5 or nil
      kept.steps[place] = { write = "add", uris = uris(100), position = position }
    end
    builds.save(kept)
    local read = builds.whole(builds.get("a"))
    assert.are.same(kept.before, read.before)
    assert.are.same(kept.steps, read.steps)
    read.state = "undone"
    builds.save(read)
    assert.equal("undone", builds.get("a").state)
    assert.are.same(kept.before, builds.whole(builds.get("a")).before)
  end)

  it("are listed newest first, for each account, and what was left is found", function()
    for number = 1, 3 do builds.save(journal("n" .. number, number)) end
    builds.save(journal("other", 9, { account = "v" }))
    local list = builds.list("u")
    assert.equal("n3", list[1].id)
    assert.equal(3, #list)
    assert.equal(4, #builds.list())
    assert.is_nil(builds.left("u"))
    builds.save(journal("left", 0, { state = "writing" }))
    assert.equal("left", builds.left("u").id)
    assert.is_nil(builds.left("v"))
  end)

  it("know which one changed the same playlist later", function()
    for number = 1, 3 do
      builds.save(journal("n" .. number, number, { playlist = number == 2 and "q" or "p" }))
    end
    assert.equal("n3", builds.after(builds.get("n1")).id)
    assert.is_nil(builds.after(builds.get("n2")))
    assert.is_nil(builds.after(builds.get("n3")))
  end)

  it("are forgotten when they are old, but not what waits for the user", function()
    local steps = { { write = "add", uris = uris(1) } }
    builds.save(journal("left", 0, { state = "undoing", steps = steps }))
    for number = 1, 105 do builds.save(journal("n" .. number, number, { before = uris(1) })) end
    local list = builds.list("u")
    assert.equal(102, #list)
    assert.equal("left", list[#list].id)
    assert.is_nil(builds.get("n1"))
    assert.equal(102, mix.store.open("build_items"):count())
  end)

  it("have identifiers of their own that can be typed", function()
    local seen = {}
    for _ = 1, 200 do
      local id = builds.new_id()
      assert.matches("^[2-9a-z][2-9a-z][2-9a-z][2-9a-z][2-9a-z][2-9a-z]$", id)
      assert.is_nil(seen[id])
      seen[id] = true
    end
  end)
end)
