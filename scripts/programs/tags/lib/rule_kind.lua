-- How rules for tags are asked and tried. Sources/Bindings/Rules/Tags declares the form of their
-- files and hands over `host`; mix.rules.load("tags/…") asks this.

local host = ...

local kind = {}

--- "keep", "prefer" or "never" by the fields that the rules name; the last of the three counts.
function kind.wishes(rules)
  local wishes = {}
  for _, wish in ipairs({ "prefer", "keep", "never" }) do
    for _, field in ipairs(rules[wish] or {}) do wishes[field] = wish end
  end
  return wishes
end

--- Whether a change is wanted.
function kind.wants(rules, change) return not rules.change or host.ask(rules.change, change) end

--- Asks about a field that is there and one that is missing.
kind["try"] = function(rules)
  kind.wishes(rules)
  for _, old in ipairs({ { "Tides" }, {} }) do
    kind.wants(rules, { field = "album", old = old, new = { "The Tides" }, why = "says more",
      service = "musicbrainz", format = "flac" })
  end
end

return kind
