-- A table of any size and encoding as NDJSON, piece by piece: mixhost convert.lua old.csv > new.ndjson
local reader = assert(mix.csv.open(... or "docs/examples/songs.csv"))
local header
for rows in function() return reader:next(1000) end do
  for _, cells in ipairs(rows) do
    if not header then
      header = cells
    else
      local record = {}
      for place, name in ipairs(header) do record[name] = cells[place] end
      print(mix.json.encode(record))
    end
  end
end
