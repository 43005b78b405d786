-- mixhost tags show: the tags of files.

local choices = require("programs.tags.lib.choices")
local commands = require("programs.tags.lib.commands")
local terminal_text = require("lib.terminal_text")
local walking = require("programs.tags.lib.walking")

local function paths_of(path, follow)
  local info = commands.need(mix.fs.info(path))
  if info.type ~= "folder" then return { path } end
  local files, problems = walking.files(path, follow)
  for _, problem in ipairs(problems) do mix.ui.problem(problem) end
  local list = {}
  for place, file in ipairs(files) do list[place] = path:gsub("/+$", "") .. "/" .. file.path end
  return list
end

local function minutes(seconds) return ("%d:%02d"):format(seconds // 60, seconds // 1 % 60) end

local function print_file(path, file)
  -- A name may have a line break.
  local name = terminal_text.line(path)
  local kinds = #file.kinds > 0 and table.concat(file.kinds, ", ") or "no tags"
  print(("%s: %s, %s, %d kbit/s, %s Hz, %s%s"):format(name, file.format, minutes(file.seconds),
    file.bitrate, file.sample_rate, kinds, file.pictures > 0 and ", with a picture" or ""))
  if #file.differing > 0 then
    mix.ui.note(("%s: a later tag says otherwise: %s"):format(name,
      table.concat(file.differing, ", ")))
  end
  if #file.staying > 0 then
    mix.ui.note(("%s: no write changes %s"):format(name, table.concat(file.staying, ", ")))
  end
  local rows = {}
  for key, values in pairs(file.tags) do
    rows[#rows + 1] = { tag = key, value = table.concat(values, "; ") }
  end
  table.sort(rows, function(a, b) return a.tag < b.tag end)
  if #rows > 0 then mix.ui.table(rows, { columns = { "tag", "value" } }) end
end

return function()
  local args = commands.parse("show", {
    summary = "Shows the tags of files and what their audio is like, without network.",
    options = { choices.follow },
    positional = { { "path", type = "path", optional = true,
      help = "a file or a folder (default: the current one)" } },
    examples = { "$0 show 01.flac", "$0 show ~/Music/New --json" },
  })
  local list, failed = mix.json.array({}), 0
  for _, path in ipairs(paths_of(args.path or ".", args.follow)) do
    local file, err = mix.tags.read(path)
    if file then
      file.path = path
      list[#list + 1] = file
      if not args.json then print_file(path, file) end
    else
      failed = failed + 1
      mix.ui.problem(err.message)
    end
  end
  if args.json then print(mix.json.encode(list, { pretty = true })) end
  if #list == 0 and failed == 0 then mix.ui.note("no audio files") end
  if failed > 0 then os.exit(1) end
end
