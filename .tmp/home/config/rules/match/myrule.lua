-- myrule: decides which candidate is the one that was looked for.
--
-- Check it with `mixhost rules check match/myrule`, see what it decides with `mixhost rules explain`,
-- measure it with `mixhost rules eval`. All fields: docs/rules.md.

-- Run once for the query and once for each candidate, so that nothing is folded twice.
local function words(record)
  return {
    title = mix.text.normalize(record.title or ""),
    creator = mix.text.normalize(record.creator or ""),
  }
end

---@type mix.MatchRule
local rules = {
  kind = "match",
  name = "myrule",
  doc = "Compares titles and creators as words.",
  fields = {
    query = { "title", "creator" },
    candidate = { "title", "creator", "date" },
    aliases = { creator = { "artist", "author", "director" } },
  },
  prepare = words,
  prepare_candidate = words,
  features = {
    {
      name = "title", doc = "How alike the titles are.", weight = 6,
      score = function(query, candidate)
        return mix.text.token_sort_ratio(query.title, candidate.title)
      end,
    },
    {
      name = "creator", doc = "How alike the creators are.", weight = 4,
      score = function(query, candidate)
        if query.creator == "" or candidate.creator == "" then return nil end
        return mix.text.token_set_ratio(query.creator, candidate.creator)
      end,
    },
    {
      name = "karaoke", doc = "Versions to sing along to.", penalty = 0.3,
      score = function(_, candidate)
        return candidate.title:find("karaoke", 1, true) and 1 or 0, "a karaoke version"
      end,
    },
  },
  gates = {
    {
      name = "title", doc = "A candidate without a title is none.",
      check = function(_, candidate) return candidate.title ~= "", "no title" end,
    },
  },
  accept = 0.85,
  review = 0.6,
  margin = 0.03,
}

return rules
