-- A run that is killed at any of its requests: afterwards undo gives what was there before,
-- --resume what was planned.

local account = require("programs.playlist.spec.account")
local changes = require("programs.playlist.lib.writing.changes")
local failure = require("lib.failure")
local orphans = require("programs.playlist.lib.writing.orphans")
local plan = require("programs.playlist.lib.writing.plan")
local undoing = require("programs.playlist.lib.writing.undoing")
local unfinished = require("lib.journal").unfinished
local writer = require("programs.playlist.lib.writing.writer")

local uris = account.uris

local file = "spotify:local:a:b:c:1"

local function doubled(list)
  local all = {}
  for place, uri in ipairs(list) do
    all[#all + 1] = uri
    if place % 3 == 0 then all[#all + 1] = list[1] end
  end
  return all
end

-- The items of the playlist "p" before, and the plan for it.
local cases = {
  create = { rules = "standard" },
  ["create without a mark"] = { rules = "classic" },
  append = { rules = "standard", before = uris("old", 5) },
  replace = { rules = "standard", before = uris("old", 5), truncate = true },
  shuffle = { rules = "standard", before = uris("old", 5), shuffle = true, shuffle_seed = 7 },
  exchange = {
    rules = "standard", before = table.move(uris("old", 5), 1, 5, 2, { file }), truncate = true,
  },
  edit = { before = doubled(uris("old", 9)), wanted = uris("old", 9) },
}

local function world(case)
  local service = account.new()
  -- Others of the same name, one of another user.
  service:put("q", "Mix", "u", "", uris("q", 1))
  service:put("r", "Mix", "other", "", {})
  if case.before then
    service:put("p", "Mix", "u", "", table.move(case.before, 1, #case.before, 1, {}))
  end
  return service
end

local function plan_of(case, service, id)
  if case.wanted then
    return changes.edit({ id = "p", name = "Mix" }, { id = "u" }, case.before, case.wanted)
  end
  local rules = mix.rules.load("playlist/" .. case.rules)
  return plan.make({
    rules = rules, service = service, options = case, progress = function() end,
    description = rules:run("describe", {}, id),
  }, {
    name = "Mix", user = { id = "u" }, failed = {}, prepared = uris("new", 8),
    target = case.before and { id = "p", name = "Mix" } or nil,
  })
end

-- The journal on the disk; builds_spec.lua is about that.
local kept

-- A killed run saves nothing more.
local function hooks_of(service)
  return {
    save = function(journal)
      if not service.is_killed then kept = mix.json.encode(journal) end
    end,
    progress = function() end,
  }
end

local function run(case, service, id)
  local made = plan_of(case, service, id)
  return writer.execute(made, service, hooks_of(service), { id = id, account = "u", started = 1 })
end

-- Runs until the n-th request; false when there are fewer.
local function killed_at(number, is_before, work)
  local service = work.service
  service:stop(number, is_before)
  local _, err = failure.caught(work.run)
  service:stop(nil)
  if err and err.kind ~= "killed" then error(err, 0) end
  return err ~= nil
end

-- The state that the run left, as a new process reads it.
local function left()
  if not kept then return nil end
  local journal = mix.json.decode(kept, { null = "nil" })
  return unfinished[journal.state] and journal or nil
end

-- The account without identifiers of new playlists, which a second try may change.
local function picture(service) return (service:picture():gsub("new%d+ Mix", "new Mix")) end

-- Small pieces, so that short lists take several requests.
setup(function() orphans.settling, plan.batch = 0, 3 end)

before_each(function() kept = nil end)

for name, case in pairs(cases) do
  describe("a run to " .. name .. ", killed at each of its requests,", function()
    local function sweep(finish, wanted)
      local number, count = 1, 0
      local went_on = true
      while went_on do
        for _, is_before in ipairs({ true, false }) do
          local service = world(case)
          local before = picture(service)
          went_on = killed_at(number, is_before, {
            service = service, run = function() run(case, service, "x") end,
          })
          if went_on then
            count = count + 1
            finish(service)
            assert.equal(wanted(before), picture(service))
            assert.is_nil(left())
          end
          kept = nil
        end
        number = number + 1
      end
      assert.is_true(count >= 4)
    end

    local function whole()
      local service = world(case)
      run(case, service, "whole")
      kept = nil
      return picture(service)
    end

    it("is taken back", function()
      sweep(function(service)
        local journal = left()
        if journal then undoing.run(journal, service, hooks_of(service)) end
      end, function(before) return before end)
    end)

    it("is completed", function()
      local planned = whole()
      sweep(function(service)
        local journal = left()
        if not journal then return run(case, service, "again") end
        writer.resume(journal, service, hooks_of(service))
      end, function() return planned end)
    end)

    it("is taken back by an undo that is killed itself", function()
      for number = 1, 12 do
        for _, is_before in ipairs({ true, false }) do
          local service = world(case)
          local before = picture(service)
          killed_at(2, false, { service = service, run = function() run(case, service, "x") end })
          local journal = assert(mix.json.decode(kept, { null = "nil" }))
          local stopped = killed_at(number, is_before, {
            service = service,
            run = function() undoing.run(journal, service, hooks_of(service)) end,
          })
          if stopped and left() then undoing.run(left(), service, hooks_of(service)) end
          assert.equal(before, picture(service))
          kept = nil
        end
      end
    end)
  end)
end

describe("an interrupted creation", function()
  local function interrupted(case, id)
    local service = world(case)
    killed_at(2, false, { service = service, run = function() run(case, service, id) end })
    return service
  end

  it("is not taken for another playlist of the name that came meanwhile", function()
    local service = interrupted(cases.create, "mine")
    service:put("other", "Mix", "u", "made by hand", uris("h", 1))
    undoing.run(left(), service, hooks_of(service))
    assert.is_not_nil(service.all.other)
    assert.is_nil(service:picture():find("new", 1, true))
  end)

  it("of which two playlists may be meant is not guessed", function()
    local service = interrupted(cases["create without a mark"], "mine")
    service:put("other", "Mix", "u", "", {})
    local before = service:picture()
    for _, finish in ipairs({ undoing.run, writer.resume }) do
      local _, err = failure.caught(finish, left(), service, hooks_of(service))
      assert.equal("ambiguous", err.kind)
      assert.equal(before, service:picture())
    end
  end)
end)
