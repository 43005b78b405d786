-- A list of titles that a command has found: shown as it comes, or written in a form of others.

local commands = require("programs.trailers.lib.commands")
local documents = require("programs.trailers.lib.documents")
local exports = require("programs.trailers.lib.exports")
local failure = require("lib.failure")
local last_result = require("lib.last_result")
local list_view = require("programs.trailers.lib.list_view")
local listing = require("programs.trailers.lib.listing")
local output_file = require("lib.output_file")
local tmdb = require("services.tmdb.provider")

local listed = {}

--- The options of commands that list titles.
listed.options = {
  { "pages", type = "integer", min = 1, max = tmdb.last_page, default = 1,
    help = "how many pages of 20 titles; TMDB gives the first 500 of a list" },
  { "format", type = "choice", choices = { "text", "csv", "kometa", "stremio" }, default = "text",
    help = "for people; a table for spreadsheets and Letterboxd; a collection; a catalogue" },
  { "ids", type = "flag", help = "with IMDb's identifiers: a request for each title" },
  { "accessible", type = "flag", help = "plain lines that read well aloud" },
}

local at_once = 4

-- Adds what IMDb and TVDB call the items. Returns how many IMDb has no name for.
local function add_ids(service, items)
  local missing = 0
  mix.task.map(items, { limit = at_once }, function(item)
    local ids = service:ids(item)
    if ids then item.imdb, item.tvdb = ids.imdb, ids.tvdb end
    if not item.imdb then missing = missing + 1 end
    return true
  end)
  return missing
end

-- The items, with what is to be said of all of them.
local function document(found, items, ending, view)
  local rows = mix.json.array({})
  for place, item in ipairs(items) do rows[place] = documents.item(item) end
  local total = view:total()
  return {
    filter = found.filter, query = found.query, items = rows, state = ending,
    stale = view:is_stale(), capped = view:is_capped(), total = total or mix.json.null,
  }
end

-- The missing parts of the list, in one line; nil without any.
local function missing(view, count)
  local shown = list_view.count(count) .. " shown"
  local problem, genres_problem = view:problem(), view:without_genres()
  if problem then return ("%s, the rest is missing: %s"):format(shown, problem.message) end
  if genres_problem and count > 0 then
    return ("%s without their genres: %s"):format(shown, genres_problem.message)
  end
end

-- Titles as they come, each an event.
local function tell_titles(view)
  local told = 0
  view.grid:on_change(function()
    local items = view.grid:items()
    for place = told + 1, #items do mix.events.emit("item", documents.item(items[place])) end
    told = math.max(told, #items)
  end)
end

-- Shows the titles as they come, or those of the last time while TMDB is slow.
local function load(found, view, args)
  local most = args.pages * listing.page_size
  local function printer(expected)
    return list_view.printer(found.summary, { accessible = args.accessible, expected = expected })
  end
  local looks_on = { json = args.json, events = args.events, quiet = args.quiet }
  if args.format ~= "text" then looks_on.quiet = true end
  return last_result.meanwhile(looks_on, function()
    local last = view:kept(found.state, args.pages)
    if last then return last.items, last.age end
  end, function(items) printer(#items):print(items) end, function(came)
    local is_for_people = args.format == "text" and not (args.json or args.events)
    local shown = is_for_people and printer(most)
    if args.events then tell_titles(view) end
    if shown then
      view.grid:on_change(function()
        local items = view.grid:items()
        if #items > 0 then
          came()
          shown:print(items)
        end
      end)
    end
    return view:show(found.state, args.pages)
  end)
end

local writers = {
  csv = function(items) return exports.csv(items) end,
  kometa = function(items, found) return exports.kometa(items, found.summary) end,
  stremio = function(items) return exports.stremio(items) end,
}

local function write(found, view, args, items, ending)
  if args.format ~= "text" and not (args.json or args.events) then
    return output_file.put(writers[args.format](items, found))
  end
  local whole = document(found, items, ending, view)
  if args.events then whole.items = nil end
  commands.present(args, "done", whole, function()
    if #items == 0 then mix.ui.note("nothing fits " .. found.summary) end
  end)
end

local function notes(view, args, items, without_ids)
  if args.json or args.events then return end
  if without_ids > 0 then
    mix.ui.note(("IMDb's identifier of %s is not known"):format(list_view.count(without_ids)))
  end
  if view:is_stale() then
    mix.ui.note("TMDB did not answer every request; some of this is older than five minutes")
  end
  local asked_for_all = args.pages >= tmdb.last_page or view.grid:state() == "exhausted"
  if view:is_capped() and asked_for_all and #items > 0 then
    mix.ui.note(("TMDB has %s titles of this and gives the first %d pages of a list only")
      :format(view:total() or "more", tmdb.last_page))
  end
end

--- Loads and prints the titles of a view. `found`: `state`, what the view shows; `summary`, it in
-- words; `filter` or `query`, what the JSON says of it.
function listed.show(view, found, args)
  local ending = load(found, view, args)
  local items, problem = view.grid:items(), view:problem()
  -- Without a token or access there is no list, not even an empty one.
  local is_for_people = not (args.json or args.events)
  local is_shut = problem and failure.class(problem) == "lasting"
  if problem and #items == 0 and (is_for_people or is_shut) then mix.ui.fail(problem.message) end
  local wants_ids = args.ids or args.format == "stremio"
  local without_ids = wants_ids and add_ids(view.service, items) or 0
  local lack = missing(view, #items)
  write(found, view, args, items, lack and "error" or ending)
  notes(view, args, items, without_ids)
  commands.attribute()
  if lack then mix.ui.fail(lack) end
end

return listed
