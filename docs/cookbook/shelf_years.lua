-- How many books of a Goodreads export appeared in each decade: mixhost shelf_years.lua export.csv
local path = ... or "docs/examples/shelf.csv"
local rows = assert(mix.csv.parse(assert(mix.fs.read(path))))
local counts, first, last = {}, math.huge, -math.huge
for _, row in ipairs(rows) do
  local year = tonumber(row["Original Publication Year"]) or tonumber(row["Year Published"])
  if year then
    local decade = year // 10 * 10
    counts[decade] = (counts[decade] or 0) + 1
    first, last = math.min(first, decade), math.max(last, decade)
  end
end
if first > last then
  mix.ui.fail(path .. ": no row has a number in Original Publication Year or Year Published")
end
for decade = first, last, 10 do
  print(("%ds  %s"):format(decade, ("█"):rep(counts[decade] or 0)))
end
