-- Holds builds with a rule file's steps against golden outputs: `mix.input.bytes()` has {scenarios,
-- catalogue, rules}. Returns how many builds there are, and what differs.

local failure = require("lib.failure")
local replay = require("replay")

local input = assert(mix.json.decode(mix.input.bytes()))
local rules = mix.rules.load(input.rules)

local differences = {}
for _, scenario in ipairs(input.scenarios) do
  local got, err = failure.caught(replay.build, scenario, input.catalogue, rules)
  for _, part in ipairs(got and { "result", "stdout", "calls" } or {}) do
    local wanted, found = mix.json.encode(scenario[part]), mix.json.encode(got[part])
    if wanted ~= found then
      differences[#differences + 1] = ("%s: %s is %s, not %s"):format(
        scenario.label, part, found, wanted)
    end
  end
  if not got then
    differences[#differences + 1] = ("%s: %s"):format(scenario.label, err.message)
  end
end
return { #input.scenarios, table.concat(differences, "\n") }
