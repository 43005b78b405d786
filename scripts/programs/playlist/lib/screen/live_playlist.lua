-- Playlists as a screen shows them: who is signed in, the draft, the work that is under way, how it
-- ended.

local arranging = require("programs.playlist.lib.screen.arranging")
local build = require("programs.playlist.lib.build")
local counted = require("lib.counted")
local draft_form = require("programs.playlist.lib.screen.draft_form")
local failure = require("lib.failure")
local options = require("programs.playlist.lib.draft.options")
local screen_view = require("programs.playlist.lib.screen.screen_view")
local signing_in = require("lib.signing_in")
local take_back = require("programs.playlist.lib.writing.take_back")

local live_playlist = {}

--- A page that has done nothing yet.
function live_playlist.open()
  return { typed = {}, errors = {}, shown = { log = {}, warnings = {} } }
end

--- Says something; nothing without a message.
function live_playlist.say(page, message, tone)
  page.message, page.tone = message, tone
  if message then screen_view.note(page.shown, message) end
end

-- Runs a work that can be cancelled, one at a time. An error that the user can fix becomes
-- a message: its words for a page, where those for the terminal name a command.
local function run(page, name, update, work)
  if page.task then
    return live_playlist.say(page, "Something is under way: cancel it first.", "warning")
  end
  live_playlist.say(page)
  page.doing = name
  -- However it ends.
  local _ <close> = setmetatable({}, { __close = function()
    page.task, page.doing, page.shown.work = nil, nil, nil
  end })
  mix.task.scope(function(scope)
    page.task = scope:spawn(function()
      local _, err = failure.caught(work, screen_view.open(page.shown, update))
      if err then live_playlist.say(page, err.page or err.message, "error") end
      return true
    end)
    -- Spotify may take long to answer: the way to cancel is there before it.
    update()
    local has_ended, err = page.task:await()
    if not has_ended and err and err.kind == "cancelled" then
      live_playlist.say(page, "Canceled by user. The history lists what was written.", "warning")
    end
  end)
end

--- Ends what is under way.
function live_playlist.cancel(page)
  if page.task then page.task:cancel() end
end

--- The draft as it is kept. A file that cannot be read is reported, and counts as empty.
function live_playlist.draft(page)
  local draft, err = failure.caught(options.load)
  page.draft_problem = err and err.message
  return draft or mix.json.object({})
end

--- Keeps what fits of a form's values. Returns whether all did.
function live_playlist.keep(page, values)
  local _, err = failure.caught(function()
    local draft = options.load()
    page.typed, page.errors, page.taken = draft_form.take(draft, values, page.taken)
    options.save(draft)
  end)
  if err then live_playlist.say(page, err.message, "error") end
  return not err and next(page.errors) == nil
end

--- Takes all artists out of the draft.
function live_playlist.clear_artists()
  local draft = options.load()
  draft.manual_artist_queries = nil
  options.save(draft)
end

-- A work that ended before it had a plan, such as one that was canceled, leaves the plan before it
-- with its order. Returns a function that puts it back.
local function keeping_plan(page)
  local draft, shown = page.planned_draft, {}
  for name, value in pairs(page.shown) do shown[name] = value end
  return function()
    if page.shown.plan or page.shown.built or not shown.plan then return end
    page.planned_draft = draft
    for name, value in pairs(shown) do page.shown[name] = value end
  end
end

local function built(page, update, plans_only)
  local result = not plans_only and arranging.result(page) or nil
  local put_back = keeping_plan(page)
  page.track = nil
  run(page, plans_only and "plan" or "build", update, function(view)
    arranging.begin(page)
    build.run(options.whole(options.load()), {
      rules = "standard", dry_run = plans_only, quiet = true, view = view, result = result,
    })
    if plans_only or page.shown.plan then return end
    local done = page.shown.built
    local count = page.shown.stats.total_uploaded
    local said = done.id and ("\"%s\" is ready: %s."):format(done.name, counted(count, "track"))
      or ("Nothing was written: %s."):format(done.why)
    live_playlist.say(page, said, "success")
  end)
  put_back()
end

--- Says what a build would write.
function live_playlist.plan(page, update) built(page, update, true) end

--- Builds.
function live_playlist.build(page, update) built(page, update, false) end

--- Continues the build that did not finish.
function live_playlist.resume(page, update)
  run(page, "build", update, function(view)
    build.resume({ quiet = true, view = view })
    live_playlist.say(page, ("\"%s\" is complete."):format(page.shown.built.name), "success")
  end)
end

--- Takes a build back, also what somebody else has changed since when `force` is set.
function live_playlist.undo(page, id, force, update)
  run(page, "undo", update, function(view)
    local _, said = take_back(id, { force = force, view = view })
    live_playlist.say(page, said:sub(1, 1):upper() .. said:sub(2) .. ".", "success")
  end)
end

--- Signs in at Spotify.
function live_playlist.sign_in(page, update)
  live_playlist.say(page)
  live_playlist.say(page, signing_in.begin("spotify", update))
end

--- Forgets the log-in.
function live_playlist.sign_out(page)
  live_playlist.cancel(page)
  live_playlist.say(page, signing_in.out("spotify"))
end

return live_playlist
