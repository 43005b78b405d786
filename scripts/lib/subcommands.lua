-- What scripts with commands share: which commands there are, and how a command's line is read.

local subcommands = {}

--- The commands of `script` ("enrich"). `summaries`: {name, what it does} each, in their order.
-- Gives a table to add to, with `known` (by name), `parse` and `give_up`.
function subcommands.new(script, summaries)
  local commands = { known = {} }
  for _, entry in ipairs(summaries) do commands.known[entry[1]] = true end

  --- Reads a command's line. `spec` is as for mix.args.parse, without the command itself.
  function commands.parse(name, spec)
    local positional = { { "command", type = "choice", choices = { name }, help = "this command" } }
    for _, item in ipairs(spec.positional or {}) do positional[#positional + 1] = item end
    return mix.args.parse({
      name = script .. " " .. name, summary = spec.summary, options = spec.options,
      positional = positional, examples = spec.examples,
    })
  end

  --- Ends the script with a line on what the user can mend.
  function commands.give_up(message, code)
    mix.log.error(script .. ": " .. message)
    os.exit(code or 1)
  end

  return commands
end

return subcommands
