-- mixhost trailers follow, unfollow and followed: the titles whose releases are in the calendar.

local commands = require("programs.trailers.lib.commands")
local followed = require("programs.trailers.lib.followed")
local options = require("programs.trailers.lib.options")
local title_names = require("programs.trailers.lib.title_names")

local titles = { "title", many = true,
  help = "movie/ID or tv/ID, as list and search show it; tt0816692; tvdb:121361; an address" }

local actions = {}

-- The title of a word, as TMDB has it; nil and why not.
local function title_of(service, word)
  local name = title_names.read(word)
  if not name or not name.id then
    return nil, ("\"%s\" names no title: movie/ID, tv/ID, tt0816692 and tvdb:121361 do; %s search "
      .. "finds titles by their words"):format(word, mix.args.command)
  end
  local item, problem = title_names.find(service, name)
  local answer
  if item then answer, problem = service:releases(item) end
  if not answer then return nil, ("%s: %s"):format(word, problem.message) end
  return { type = item.type, id = item.id, answer = answer }
end

function actions.follow()
  local args = commands.parse("follow", {
    summary = "Follows films and series: their releases are in the calendar.",
    positional = { titles },
    examples = { "$0 follow movie/157336 tv/1399", "$0 follow tt15239678" },
  })
  local service, found, failed = options.service({}), {}, false
  for _, word in ipairs(args.title) do
    local item, problem = title_of(service, word)
    if problem then mix.ui.problem(problem) end
    found[#found + 1], failed = item, failed or item == nil
  end
  local added = followed.follow(found)
  commands.present(args, "follow", { added = added, known = #found - added }, function()
    print(("%s added, %d followed already"):format(commands.count(added, "title"), #found - added))
  end)
  if failed then os.exit(1) end
end

function actions.unfollow()
  local args = commands.parse("unfollow", {
    summary = "Stops following titles; what is to come of them is cancelled in the calendar.",
    positional = { titles }, examples = { "$0 unfollow tv/1399" },
  })
  local keys = {}
  for place, word in ipairs(args.title) do
    local name = title_names.read(word)
    if name and name.source then
      name = commands.check(title_names.find(options.service({}), name))
    end
    if not name or not name.id then
      mix.ui.fail(("\"%s\" names no title: %s followed shows them"):format(
        word, mix.args.command), 2)
    end
    keys[place] = ("%s/%d"):format(name.type, name.id)
  end
  local left = followed.unfollow(keys)
  commands.present(args, "unfollow", { removed = left, unknown = #keys - left }, function()
    print(("%s removed"):format(commands.count(left, "title")))
  end)
  if left < #keys then mix.ui.fail(("not followed: %d of %d"):format(#keys - left, #keys)) end
end

function actions.followed()
  local args = commands.parse("followed", {
    summary = "Lists the titles that are followed, and what comes out next.",
    examples = { "$0 followed --json" },
  })
  local rows, now = mix.json.array({}), mix.time.now()
  for place, record in ipairs(followed.list()) do
    local date, summary = followed.next(record, now)
    rows[place] = {
      type = record.type, id = record.id, title = record.title, next = date or mix.json.null,
      release = summary or mix.json.null,
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
      { key = "release", title = "Release", drop = 1 }, { key = "detail", title = "Detail" },
    } })
    if #rows == 0 then
      mix.ui.note(("no title is followed yet: %s follow movie/ID"):format(mix.args.command))
    end
  end)
end

return function(name) return actions[name]() end
