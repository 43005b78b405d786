-- Working a plan off: where it stands is read from the playlist, and nothing is written twice.

local account = require("programs.playlist.spec.account")
local failure = require("lib.failure")
local orphans = require("programs.playlist.lib.writing.orphans")
local plans = require("programs.playlist.lib.writing.plan")
local undoing = require("programs.playlist.lib.writing.undoing")
local writer = require("programs.playlist.lib.writing.writer")

local uris = account.uris

-- An account whose writes fail as given, with a playlist of these items; nil: without one.
local function service_with(items, faults)
  local service = account.new(faults)
  if items then service:put("p", "Mix", "u", "", items) end
  return service
end

-- The items of its only playlist.
local function list_of(service)
  assert.equal(1, #service.order)
  return service.all[service.order[1]].items
end

local hooks = { save = function() end, progress = function() end }

setup(function() orphans.settling = 0 end)

-- The plan of plan.make for a decision of the rules.
local function plan(action, items, existing)
  return plans.make({
    options = {}, description = "", progress = hooks.progress, file_artists = {},
    service = { items = function() return existing end },
    rules = { run = function() return { action = action, items = items, added = items } end },
  }, {
    name = "Mix", user = { id = "u" }, target = existing and { id = "p" } or nil, failed = {},
    prepared = items,
  })
end

describe("a plan", function()
  for _, action in ipairs({ "create", "replace", "append" }) do
    it("to " .. action .. " is written once whichever answers are lost", function()
      local before = action ~= "create" and uris("old", 130) or nil
      local items = uris("new", 250)
      local both = table.move(items, 1, 250, 131, uris("old", 130))
      local wanted = action == "append" and both or items
      for number = 1, 4 do
        for _, fault in ipairs({ "before", "after" }) do
          local service = service_with(before and uris("old", 130), { [number] = fault })
          local journal = writer.execute(plan(action, items, before), service, hooks)
          assert.equal("done", journal.state)
          assert.are.same(wanted, list_of(service))
        end
      end
    end)
  end

  it("that was left is resumed, and can be undone", function()
    for _, action in ipairs({ "replace", "append" }) do
      for number = 1, 3 do
        local before, items = uris("old", 130), uris("new", 250)
        local service = service_with(uris("old", 130), { [number] = "stop" })
        local kept
        local keeping = { save = function(journal) kept = journal end, progress = hooks.progress }
        local made = plan(action, items, before)
        local _, err = failure.caught(writer.execute, made, service, keeping)
        assert.equal("invalid", err.kind)
        kept.done = 0
        writer.resume(kept, service, keeping)
        assert.equal(action == "append" and 380 or 250, #list_of(service))
        undoing.run(kept, service, keeping)
        assert.are.same(before, list_of(service))
      end
    end
  end)

  it("is not resumed when somebody else changed the playlist", function()
    local service = service_with(uris("old", 3), {})
    local journal = writer.execute(plan("append", uris("new", 2), uris("old", 3)), service, hooks)
    table.insert(list_of(service), 1, "spotify:track:other")
    local _, err = failure.caught(writer.resume, journal, service, hooks)
    assert.equal("changed", err.kind)
    _, err = failure.caught(undoing.run, journal, service, hooks)
    assert.equal("changed", err.kind)
    undoing.run(journal, service, { save = hooks.save, progress = hooks.progress, force = true })
    assert.equal(4, #list_of(service))
  end)

  it("waits for a playlist that was made and is not there at once, but not for ever", function()
    mix.test.clock()
    local service = service_with(nil, { nil, "gone", "gone" })
    writer.execute(plan("create", uris("new", 3)), service, hooks)
    assert.are.same(uris("new", 3), list_of(service))
    service = service_with(nil, { nil, "gone", "gone", "gone", "gone", "gone" })
    local _, err = failure.caught(writer.execute, plan("create", uris("new", 3)), service, hooks)
    assert.equal("not_found", err.kind)
  end)

  it("leaves out the items that Spotify does not have, and can be undone", function()
    for _, action in ipairs({ "create", "replace", "append" }) do
      local before = action ~= "create" and uris("old", 3) or nil
      local service, items = service_with(before and uris("old", 3)), uris("new", 150)
      service.unknown = { [items[1]] = true, [items[40]] = true, [items[150]] = true }
      local journal = writer.execute(plan(action, items, before), service, hooks)
      assert.are.same({ items[1], items[40], items[150] }, journal.left_out)
      assert.equal(147, journal.added)
      local wanted = action == "append" and uris("old", 3) or {}
      for _, uri in ipairs(items) do
        if not service.unknown[uri] then wanted[#wanted + 1] = uri end
      end
      assert.are.same(wanted, list_of(service))
      assert.equal(#journal.steps, writer.position(journal, wanted))
      if before then
        undoing.run(journal, service, hooks)
        assert.are.same(before, list_of(service))
      end
    end
  end)

  it("puts items back at their places where one between them is left out", function()
    local service, steps = service_with(uris("old", 4)), mix.json.array({})
    steps[1] = { write = "add", position = 1, uris = uris("new", 4) }
    steps[2] = { write = "add", position = 6, uris = uris("late", 1) }
    service.unknown = { [steps[1].uris[3]] = true }
    local journal = { state = "writing", action = "edit", name = "Mix", playlist = "p", done = 0,
      before = uris("old", 4), steps = steps, added = 5 }
    writer.resume(journal, service, hooks)
    local old, new = uris("old", 4), uris("new", 4)
    assert.are.same({ old[1], new[1], new[2], new[4], old[2], uris("late", 1)[1], old[3], old[4] },
      list_of(service))
  end)

  it("of which Spotify has too few, or nothing, is given up", function()
    for _, count in ipairs({ 60, 3 }) do
      local service, items = service_with(), uris("new", count)
      service.unknown = require("lib.set_of")(items)
      local _, err = failure.caught(writer.execute, plan("create", items), service, hooks)
      assert.equal("invalid", err.kind)
    end
  end)

  it("leaves files of the user's in a playlist whose other items it exchanges", function()
    local file = "spotify:local:a:b:c:1"
    local function before()
      local list = uris("old", 130)
      table.insert(list, 1, file)
      table.insert(list, 50, "")
      return list
    end
    for number = 1, 4 do
      for _, fault in ipairs({ "before", "after" }) do
        local service = service_with(before(), { [number] = fault })
        local made = plan("exchange", uris("new", 150), before())
        assert.are.same({ "2 items stay in it: files of yours, or what Spotify no longer has" },
          made.notes)
        local journal = writer.execute(made, service, hooks)
        assert.are.same(table.move(uris("new", 150), 1, 150, 3, { file, "" }), list_of(service))
        undoing.run(journal, service, hooks)
        assert.are.same(before(), list_of(service))
      end
    end
  end)

  it("that Spotify refuses from the start leaves nothing to continue", function()
    local kept
    local keeping = { save = function(journal) kept = journal end, progress = hooks.progress }
    for _, fault in ipairs({ "gone", "stop" }) do
      local service = service_with(uris("old", 3), { fault })
      local made = plan("append", uris("new", 2), uris("old", 3))
      local _, err = failure.caught(writer.execute, made, service, keeping)
      assert.is_table(err)
      assert.equal("undone", kept.state)
    end
    local service = service_with(uris("old", 3), { nil, "gone" })
    local long = plan("append", uris("new", 200), uris("old", 3))
    failure.caught(writer.execute, long, service, keeping)
    assert.equal("writing", kept.state)
    function service:items() return nil, { kind = "not_found", message = "no playlist p" } end
    assert.equal("the playlist is not there any more", undoing.run(kept, service, keeping))
    assert.equal("undone", kept.state)
  end)

  it("of nothing writes nothing; one that empties a playlist does", function()
    local service = service_with(uris("old", 3), {})
    writer.execute(plan("none", {}, uris("old", 3)), service, hooks)
    assert.equal(0, service.writes)
    writer.execute(plan("replace", {}, uris("old", 3)), service, hooks)
    assert.are.same({}, list_of(service))
    assert.equal(1, service.writes)
  end)

  it("gives up after a handful of lost answers", function()
    local faults = {}
    for number = 1, 20 do faults[number] = "before" end
    local service = service_with({}, faults)
    local _, err = failure.caught(writer.execute, plan("append", uris("n", 2), {}), service, hooks)
    assert.equal("timeout", err.kind)
    assert.equal(5, service.writes)
  end)
end)
