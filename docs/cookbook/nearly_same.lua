-- Pairs of titles in a table that are nearly the same: mixhost nearly_same.lua titles.csv 0.85
local path, least = ...
path = path or "docs/examples/catalogue.csv"
local titles = {}
for _, row in ipairs(assert(mix.csv.parse(assert(mix.fs.read(path))))) do
  titles[#titles + 1] = row.title or mix.ui.fail(path .. ": it needs a column title")
end
local scores = mix.text.matrix(titles, titles, {
  scorer = "token_sort_ratio", processor = "normalize", cutoff = tonumber(least) or 0.8,
})
for first = 1, #titles do
  for second = first + 1, #titles do
    if scores[first][second] > 0 then
      print(("%.2f  %s ~ %s"):format(scores[first][second], titles[first], titles[second]))
    end
  end
end
