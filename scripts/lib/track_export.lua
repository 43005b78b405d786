-- Shared by the commands that write a playlist's tracks for other programs.

local counted = require("lib.counted")
local near = require("lib.near")
local need = require("lib.need")
local of_name = require("lib.of_name")
local output_file = require("lib.output_file")
local progress = require("lib.linking.progress")
local track_files = require("lib.track_files")

local track_export = {}

--- Returns the options of such a command, after `before`. `default`: the format without a file
--- name.
function track_export.options(before, default)
  local options = table.move(before or {}, 1, #(before or {}), 1, {})
  options[#options + 1] = { "format", type = "choice", choices = track_files.formats,
    help = "default: as the file's name says, else " .. (default or "csv") }
  options[#options + 1] = { "output", type = "path", access = "write", placeholder = "FILE",
    help = "where to (default: standard output)" }
  return options
end

-- The formats of files by their endings, in the order of messages. Others are read, too: a file
-- .pls with the text of an M3U would mislead its readers.
local by_ending = { csv = "csv", m3u = "m3u", m3u8 = "m3u", jspf = "jspf", json = "jspf",
  xspf = "xspf" }
local endings = ".csv, .m3u, .m3u8, .jspf, .json, .xspf"

--- Returns the format that a command's options name; a file without an ending gets `default`, else
--- CSV. Ends the script at an ending that stands for no format.
function track_export.format(args, default)
  output_file.check("--output", args.output)
  if args.format or args.json then return args.format or "csv" end
  local ending = (args.output or ""):match("%.(%w+)$")
  local format = ending and by_ending[ending:lower()]
  if format or not ending then return format or default or "csv" end
  return progress.fail(("--output %s: no playlist is written as .%s; the endings are %s, and "
    .. "--format (%s) writes one of them under any name"):format(args.output, ending, endings,
    table.concat(track_files.formats, ", ")), 2)
end

-- The words for a name that no playlist has, or that several have.
local function unclear(list, found, text, listing)
  if #found == 0 then
    local names = {}
    for place, playlist in ipairs(list) do names[place] = playlist.name end
    return ("there is no playlist \"%s\"%s; %s %s shows them"):format(text,
      near(text, names, true), mix.args.command, listing)
  end
  local ids = {}
  for place, playlist in ipairs(found) do ids[place] = playlist.id end
  return ("%d playlists are called \"%s\": name one by its identifier: %s"):format(#found, text,
    table.concat(ids, ", "))
end

--- Returns the playlist in `list` with an identifier or a name; else ends the script with an error
--- that says which there are, by the command to list them or by their identifiers.
function track_export.find(list, text, listing)
  for _, playlist in ipairs(list) do
    if playlist.id == text then return playlist end
  end
  local found = of_name(list, text)
  return #found == 1 and found[1] or progress.fail(unclear(list, found, text, listing))
end

--- Writes a list in the form of track_files.write, as the options say, with their `format` from
--- above. `noun`: "track" unless the list has other items as well.
function track_export.write(list, args, noun)
  local text = args.json and mix.json.encode(list, { pretty = true }) .. "\n"
    or track_files.write(list, args.format)
  need(output_file.write(args.output, text))
  if output_file.is_stdout(args.output) then return end
  mix.ui.note(("%s of \"%s\" in %s"):format(
    counted(#list.tracks, noun or "track"), list.name, args.output))
end

return track_export
