-- mixhost playlist options: the draft that builds begin with.

local artist_lines = require("programs.playlist.lib.artist_lines")
local commands = require("programs.playlist.lib.commands")
local env_files = require("programs.playlist.lib.draft.env_files")
local failure = require("lib.failure")
local options = require("programs.playlist.lib.draft.options")
local output_file = require("lib.output_file")
local sorted_names = require("lib.sorted_names")

local actions = {}

local function text_of(value)
  if value == nil then return "" end
  if type(value) == "boolean" then return value and "on" or "off" end
  if type(value) ~= "table" then return tostring(value) end
  return value.int or artist_lines.join(value)
end

-- Names in the draft that are not fields of this version.
local function unknown_of(draft)
  local unknown = {}
  for _, name in ipairs(sorted_names(draft)) do
    if not options.is_field(name) then unknown[#unknown + 1] = name end
  end
  return unknown
end

function actions.show(args)
  local draft = options.load()
  if args.json then return io.write(options.encode(draft)) end
  local whole, rows = options.whole(draft), {}
  for place, field in ipairs(options.fields) do
    rows[place] = {
      option = field.name,
      value = whole[field.name] == nil and field.unset or text_of(whole[field.name]),
      from = draft[field.name] == nil and "default" or "draft", what = field.doc,
    }
  end
  mix.ui.table(rows, { columns = {
    { key = "option", title = "option", least = 40 }, { key = "value", title = "value" },
    { key = "from", title = "from", drop = 2 },
    { key = "what", title = "what", least = 40, drop = 1 },
  } })
  local unknown = unknown_of(draft)
  if #unknown > 0 and not args.quiet then
    mix.ui.note("kept, and not known to this version: " .. table.concat(unknown, ", "))
  end
end

function actions.set(args)
  if #args.words == 0 then mix.ui.fail("options set takes NAME=VALUE", 2) end
  local draft = options.load()
  for _, word in ipairs(args.words) do
    local name, value = word:match("^([^=]+)=(.*)$")
    if not name then mix.ui.fail(("options set takes NAME=VALUE, not \"%s\""):format(word), 2) end
    options.set(draft, name, value)
  end
  options.save(draft)
end

function actions.export(args)
  output_file.check("FILE", args.words[1])
  local draft = options.load()
  local text = args.env and env_files.text(draft) or options.encode(draft)
  failure.need(output_file.write(args.words[1], text))
end

function actions.import(args)
  local path = args.words[1]
  if not path then mix.ui.fail("options import takes a FILE; - for standard input", 2) end
  local text = failure.need(mix.fs.read(path))
  if text:find("^%s*{") then return options.save(options.decode(text, path)) end
  local draft = options.load()
  local count, problems = env_files.read(draft, text, path)
  for _, problem in ipairs(problems) do
    mix.ui.note(("%s:%d: %s; this line is ignored"):format(path, problem.line, problem.reason))
  end
  if count == 0 then
    failure.raise(("%s: neither a draft as JSON nor a .env file with options in it"):format(path),
      "options")
  end
  options.save(draft)
  mix.ui.note(("%s imported"):format(commands.count(count, "option")))
end

-- Whether the line's file is read or written: an export is to make no folder in silence either.
local function access()
  for _, word in ipairs(arg) do
    if actions[word] then return word == "export" and "write" or "read" end
  end
end

return function()
  local args = commands.parse("options", {
    summary = "Shows, sets, exports or imports the draft that builds begin with. NAME= empties an "
      .. "option, \"options show\" names them all.",
    options = {
      { "env", type = "flag", help = "export all options as a .env file, without secrets" },
    },
    positional = {
      { "action", type = "choice", choices = { "show", "set", "export", "import" },
        help = "what to do" },
      -- A path, so that a file that is named may be read, hidden ones such as .env too.
      { "words", type = "path", access = access(), many = true, optional = true,
        help = "set: NAME=VALUE…; else a file" },
    },
    examples = {
      "$0 options set limit_per_artist=3 shuffle=on",
      "$0 options export > draft.json",
      "$0 options import .env",
    },
  })
  args.words = args.words or {}
  return actions[args.action](args)
end
