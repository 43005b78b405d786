-- Match rules that an assistant names: one of those that mixhost lists, never a path.

local columns = require("lib.linking.columns")

local chosen = {}

--- The shape of a name of rules, for schemas.
chosen.input = { type = "string", maxLength = 60,
  description = "Rules such as match/tracks, match/books, match/films, match/people, "
    .. "match/releases; see the resources mixhost://rules/…" }

--- Returns the rules of a name; nil and the reason.
function chosen.rules(name)
  if name:find("^match/records") then
    return nil, "match/records estimates its weights from whole tables: mixhost match does that"
  end
  for _, entry in ipairs(mix.rules.list()) do
    if entry.kind == "match" and (entry.name == name or entry.name == name .. "/standard") then
      return mix.rules.load(entry.name)
    end
  end
  return nil, "rules: there are none of this name; match/tracks, match/books, match/films, "
    .. "match/people and match/releases come with mixhost"
end

--- Returns a record with the names of the rules' fields. `side`: query or candidate.
function chosen.renamed(record, rules, side)
  local fields = rules:describe().fields
  return columns.renamed(record, fields[side], fields.aliases)
end

return chosen
