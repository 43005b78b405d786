-- mixhost trailers follow, unfollow and followed: films, series and artists whose releases are in
-- the calendar.

local commands = require("programs.trailers.lib.commands")
local followed = require("programs.trailers.lib.followed")
local release_events = require("programs.trailers.lib.release_events")
local title_names = require("programs.trailers.lib.title_names")

local titles = { "title", many = true,
  help = "movie/ID or tv/ID, as list and search show it; tt0816692; tvdb:121361; artist/ID of "
    .. "MusicBrainz; an address" }

local artist_id = "%x%x%x%x%x%x%x%x%-%x%x%x%x%-%x%x%x%x%-%x%x%x%x%-%x%x%x%x%x%x%x%x%x%x%x%x"

-- Returns the title or artist {type, id} that a word names; nil and the error.
local function item_of(services, word)
  local artist = word:match("^artist/(" .. artist_id .. ")$")
    or word:match("^https?://musicbrainz%.org/artist/(" .. artist_id .. ")")
  if artist then return { type = "artist", id = artist:lower() } end
  local name = title_names.read(word)
  if name and name.id then return title_names.find(services.tmdb, name) end
  return nil, { message = "it names no title or artist; movie/ID, tv/ID, tt0816692, tvdb:121361 "
    .. "and artist/ID do" }
end

local actions = {}

function actions.follow()
  local args = commands.parse("follow", {
    summary = "Follows films, series and artists: their releases are in the calendar.",
    positional = { titles },
    examples = { "$0 follow movie/157336 tv/1399", "$0 follow tt15239678" },
  })
  local services, found, failed = followed.services(), {}, false
  for _, word in ipairs(args.title) do
    local item, problem = item_of(services, word)
    if item then item.answer, problem = followed.ask(services, item) end
    if problem then
      mix.ui.problem(("\"%s\": %s"):format(word, problem.message))
      failed = true
    else
      found[#found + 1] = item
    end
  end
  local added = followed.follow(found)
  commands.present(args, "follow", { added = added, known = #found - added }, function()
    print(("%d added, %d followed already"):format(added, #found - added))
  end)
  if failed then os.exit(1) end
end

function actions.unfollow()
  local args = commands.parse("unfollow", {
    summary = "Stops following titles and artists; what is to come of them is cancelled in the "
      .. "calendar.",
    positional = { titles }, examples = { "$0 unfollow tv/1399" },
  })
  local services, keys = followed.services(), {}
  for place, word in ipairs(args.title) do
    local item, problem = item_of(services, word)
    if not item then mix.ui.fail(("\"%s\": %s"):format(word, problem.message)) end
    keys[place] = ("%s/%s"):format(item.type, item.id)
  end
  local left, unknown = followed.unfollow(keys)
  commands.present(args, "unfollow", { removed = left, unknown = #unknown }, function()
    print(("%d removed"):format(left))
  end)
  if #unknown > 0 then
    mix.ui.fail(("not followed: %s; %s followed lists those that are"):format(
      table.concat(unknown, ", "), mix.args.command))
  end
end

function actions.followed()
  local args = commands.parse("followed", {
    summary = "Lists the titles and artists that are followed, and what comes out next.",
    examples = { "$0 followed --json" },
  })
  local rows, now = mix.json.array({}), mix.time.now()
  for place, record in ipairs(followed.list()) do
    local event = release_events.next(record.events, now)
    rows[place] = {
      type = record.type, id = record.id, title = record.title,
      next = event and event.date or mix.json.null,
      release = event and event.summary or mix.json.null,
    }
  end
  commands.present(args, "followed", { titles = rows }, function()
    local shown = {}
    for place, row in ipairs(rows) do
      shown[place] = {
        title = row.title, detail = row.type .. "/" .. row.id,
        next = row.next ~= mix.json.null and row.next or "",
        release = row.release ~= mix.json.null and row.release or "",
      }
    end
    mix.ui.table(shown, { columns = {
      { key = "title", title = "Title", least = 12 }, { key = "next", title = "Next" },
      { key = "release", title = "Release", drop = 1 },
      { key = "detail", title = "Detail", least = 8 },
    } })
    if #rows == 0 then
      mix.ui.note(("nothing is followed yet: %s follow movie/ID"):format(mix.args.command))
    end
  end)
end

return function(name) return actions[name]() end
