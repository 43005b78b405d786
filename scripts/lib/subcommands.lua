-- Shared by scripts with commands: the list of commands, and the parsing of a command line.

local counted = require("lib.counted")
local failure = require("lib.failure")
local near = require("lib.near")
local need = require("lib.need")
local prose = require("lib.prose")

local subcommands = {}

-- Errors for wrong values of options count as wrong usage.
local wrong_use = { options = true, usage = true }

--- Returns commands with what they do, a line each; on a narrow terminal the latter continues
--- below itself.
function subcommands.listed(commands)
  local width, lines = 0, {}
  for _, entry in ipairs(commands) do width = math.max(width, #entry[1]) end
  for place, entry in ipairs(commands) do
    lines[place] = prose.labelled(("  %-" .. width .. "s  "):format(entry[1]), entry[2])
  end
  return table.concat(lines, "\n")
end

--- The commands of a script. `spec`: script ("enrich"), folder of their modules
-- ("programs.books.lib.commands"), summary and examples for its help, commands ({name, what it
-- does, its module where that has another name, or its function}, in their order), default (the
-- command without a word), options (which every command takes). Gives a table to add to, with
-- `known` (by name), `names`, `parse`, `chosen`, `explain`, `call`, `run`, `need` and `count`.
function subcommands.new(spec)
  local script = spec.script
  local commands = { known = {}, need = need, count = counted }
  for _, entry in ipairs(spec.commands) do commands.known[entry[1]] = entry[3] or entry[1] end

  --- Returns the names of the commands in their order.
  function commands.names()
    local names = {}
    for place, entry in ipairs(spec.commands) do names[place] = entry[1] end
    return names
  end

  local function with_commands(summary)
    return summary .. "\n\nCommands:\n" .. subcommands.listed(spec.commands)
      .. "\n\nThe options of each: " .. mix.args.command .. " COMMAND --help"
  end

  --- Parses a command's line. `line` is that of mix.args.parse, without the command itself.
  function commands.parse(name, line)
    local is_default = name == spec.default
    -- The default command's line is also used for an unknown word.
    local choices = is_default and commands.names() or { name }
    local positional = { { "command", type = "choice", choices = choices,
      optional = is_default, help = "one of the commands above" } }
    for _, item in ipairs(line.positional or {}) do positional[#positional + 1] = item end
    local options = {}
    for _, item in ipairs(spec.options or {}) do options[#options + 1] = item end
    for _, item in ipairs(line.options or {}) do options[#options + 1] = item end
    return mix.args.parse({
      name = is_default and script or script .. " " .. name,
      summary = is_default and with_commands(line.summary) or line.summary,
      options = options, positional = positional, examples = line.examples,
    })
  end

  --- Returns the first word that names a command, because options may precede it; or the default
  --- one.
  function commands.chosen()
    for _, word in ipairs(arg) do
      if commands.known[word] then return word end
    end
    return spec.default
  end

  -- The word in the command's place, whatever follows it; nil when help is requested.
  local function misspelt()
    for _, word in ipairs(arg) do
      if word == "--help" then return nil end
    end
    return arg[1] and not arg[1]:find("^%-") and arg[1] or nil
  end

  --- Handles a line without a command: prints help when requested, else the list of commands.
  function commands.explain()
    local word = misspelt() or mix.args.parse({
      name = script, summary = with_commands(spec.summary), examples = spec.examples,
      positional = { { "command", optional = true, help = "one of the commands above" } },
    }).command
    mix.ui.fail(("%s; there are %s. See %s --help"):format(
      word and ("there is no command \"%s\"%s"):format(word, near(word, commands.names()))
        or "a command is missing",
      table.concat(commands.names(), ", "), mix.args.command), 2)
  end

  --- Runs a command; a failure that it raises ends it with one line.
  function commands.call(command, name)
    local _, err = failure.caught(command, name)
    if err then mix.ui.fail(err.message, wrong_use[err.kind] and 2 or 1) end
  end

  --- Runs the command of the script's line. `call` runs its function (default: just that).
  -- A module of several commands is given the name.
  function commands.run(call)
    local name = commands.chosen()
    if not name then return commands.explain() end
    local command = commands.known[name]
    if type(command) == "string" then command = require(spec.folder .. "." .. command) end
    if call then call(command, name) else command(name) end
  end

  return commands
end

return subcommands
