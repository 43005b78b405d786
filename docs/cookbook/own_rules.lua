-- Rules of your own, in the script: only the title counts, and it may differ in a letter or two.
local rules = mix.match.rules({
  kind = "match", accept = 0.9, review = 0.75, margin = 0.05,
  features = {
    { name = "title", weight = 1, score = function(query, candidate)
      return mix.text.ratio(mix.text.normalize(query.title), mix.text.normalize(candidate.title))
    end },
  },
})
local candidates = assert(mix.csv.parse(assert(mix.fs.read("docs/examples/catalogue.csv"))))
for _, title in ipairs({ "Jolen", "Blinding Light", "Yesterday" }) do
  local found = mix.match.best({ title = title }, candidates, rules)
  print(title, found.decision, found.candidate and found.candidate.title)
end
