-- How users name the playlist of a command. Of several of one name the user says which; without
-- a terminal to ask on, the command fails and lists them.

local failure = require("lib.failure")
local targets = require("programs.playlist.lib.targets")
local words = require("programs.playlist.lib.words")

local choosing = {}

--- The option that gives the number.
choosing.option = { "pick", type = "integer", min = 1, placeholder = "N",
  help = "of several playlists of one name: the one of that number" }

-- Reads a number of the list; nil when there is none.
local function ask(count)
  for _ = 1, 3 do
    io.stderr:write(("Which one? 1 to %d: "):format(count))
    local answer = mix.ui.read_line()
    if not answer or answer:match("^%s*$") then return nil end
    local number = math.tointeger(tonumber(answer))
    if number and number >= 1 and number <= count then return number end
  end
end

--- A function that decides between playlists of one name: `pick` is the number that the user gave
--- on the command line, or nil.
function choosing.by(pick)
  return function(playlists, name)
    if pick then
      if playlists[pick] then return playlists[pick] end
      failure.raise(("--pick takes 1 to %d here: there are %d playlists called \"%s\""):format(
        #playlists, #playlists, name), "usage")
    end
    local ids = {}
    for place, playlist in ipairs(playlists) do
      local items = playlist.total and words.count(playlist.total, "item") or "of another user"
      ids[place] = ("%d: %s (%s)"):format(place, playlist.id, items)
    end
    if mix.ui.is_interactive() and mix.ui.is_terminal() then
      mix.ui.note(("You have %d playlists called \"%s\":"):format(#playlists, name))
      for _, line in ipairs(ids) do mix.ui.note("  " .. line) end
      local number = ask(#playlists)
      if number then return playlists[number] end
      failure.raise("no playlist was chosen", "usage")
    end
    return failure.raise(("you have %d playlists called \"%s\": %s; choose by --pick N or "
      .. "--playlist ID"):format(#playlists, name, table.concat(ids, ", ")), "usage")
  end
end

--- The positional item and the options of a command about one playlist: PLAYLIST or --playlist.
choosing.positional = { "name", optional = true, help = "the playlist: its name, id or address" }
choosing.options = {
  { "playlist", placeholder = "P", help = "the same, for those who like options" }, choosing.option,
}

-- The user's word; nil without one.
local function text_of(args)
  if args.name and args.playlist then
    failure.raise("the playlist is named twice: leave --playlist out", "usage")
  end
  return args.name or args.playlist
end

--- The playlist that the user means; a failure without one. `reads`: as of targets.find.
function choosing.find(args, service, user, reads)
  local text = text_of(args)
  if not text then
    failure.raise("which playlist? Give its name, id or address; playlist list shows yours",
      "usage")
  end
  return targets.find(service, user.id, text, choosing.by(args.pick), reads)
end

return choosing
