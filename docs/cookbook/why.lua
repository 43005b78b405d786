-- Why was this candidate taken? mixhost why.lua "Levitatng" "Dua Lipa"
local title, artist = ...
local candidates = assert(mix.csv.parse(assert(mix.fs.read("docs/examples/catalogue.csv"))))
local query = { title = title or "Levitatng", artist = artist or "Dua Lipa" }
local found = mix.match.best(query, candidates, mix.rules.load("match/tracks"))
print(found.decision, found.reason)
for _, part in ipairs(found.breakdown or {}) do
  if part.contribution ~= 0 then
    print(("  %+.2f  %s"):format(part.contribution, part.feature), part.note or "as wanted")
  end
end
