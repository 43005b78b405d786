-- The tracks of a plan in the user's own order, before they are written.

local build = require("programs.playlist.lib.build")
local options = require("programs.playlist.lib.draft.options")
local plan_lines = require("programs.playlist.lib.writing.plan_lines")

local arranging = {}

local lists = { "tracks", "prepared", "display" }

local function draft_text() return mix.json.encode(options.whole(options.load())) end

--- Notes which draft the plan that is made next belongs to.
function arranging.begin(page) page.planned_draft = draft_text() end

--- The choice of the plan; nil without a plan, or when the draft has changed since.
function arranging.result(page)
  local result = page.shown.plan and page.shown.result
  return result and page.planned_draft == draft_text() and result or nil
end

--- Moves the track at a place to another, or leaves it out. The plan is made anew from what was
--- fetched.
function arranging.move(page, place, to)
  local result, shown = arranging.result(page), page.shown
  if not result or not result.display[place] then return end
  to = to and math.max(1, math.min(to, #result.display))
  for _, name in ipairs(lists) do
    local item = table.remove(result[name], place)
    if to then table.insert(result[name], to, item) end
  end
  result.stats.total_prepared = #result.prepared
  shown.made = build.planned_again(options.whole(options.load()), result, shown.made)
  shown.plan = plan_lines.of(shown.made)
  page.track = to
end

--- The track that is open, with what can be done about it; nil for none.
function arranging.detail(page)
  local result, place = arranging.result(page), page.track
  local title = result and place and result.display[place]
  if not title then return nil end
  local last = #result.display
  local function to(label, other)
    return other ~= place and other >= 1 and other <= last
      and { "link", label, action = "move", args = { place = place, to = other } }
  end
  return { "detail", title = title, subtitle = ("%d of %d"):format(place, last),
    on_close = "close_track", to("Up", place - 1), to("Down", place + 1), to("To the top", 1),
    to("To the end", last), { "link", "Leave it out", action = "leave_out", args = place } }
end

return arranging
