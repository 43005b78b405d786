-- What moved in the chart since the last run? mixhost moved.lua chart.json
local path = ... or "docs/examples/chart.json"
local chart, problem = mix.json.decode(assert(mix.fs.read(path)))
if not chart then mix.ui.fail(path .. ": " .. problem.message) end
local before, now = mix.cache.get("moved") or {}, {}
for _, song in ipairs(chart) do
  local key = mix.text.slug(song.title .. " " .. song.artist)
  local was = before[key]
  now[key] = song.rank
  local mark = not was and "new" or was > song.rank and "▲" .. was - song.rank
    or was < song.rank and "▼" .. song.rank - was or ""
  print(song.rank, song.title, mark)
end
mix.cache.set("moved", now)
