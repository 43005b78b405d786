-- The tool `explain`: what rules decide about one record and its candidates, and why.

local answers = require("programs.mcp.lib.answers")
local chosen = require("commands.mcp.chosen")

local record = { type = "object", description = "a record, such as {\"title\": \"Dune\"}" }

local function run(arguments)
  local rules, reason = chosen.rules(arguments.rules)
  if not rules then return nil, reason end
  local candidates = {}
  for place, candidate in ipairs(arguments.candidates) do
    candidates[place] = chosen.renamed(candidate, rules, "candidate")
  end
  local query = chosen.renamed(arguments.query, rules, "query")
  local found = mix.match.explain(query, candidates, rules)
  return answers.record({ rules = rules:name(), decision = found.decision, reason = found.reason,
    chosen = found.index, probability = found.probability, candidates = found.candidates })
end

return function()
  return { {
    name = "explain", title = "Explain a match", run = run, list = "candidates",
    about = "Says what match rules decide about a record and at most 20 candidates: matched, "
      .. "uncertain or none, with the score and each part of it.",
    input = { type = "object", required = { "rules", "query", "candidates" }, properties = {
      rules = chosen.input, query = record,
      candidates = { type = "array", items = record, minItems = 1, maxItems = 20 },
    } },
  } }
end
