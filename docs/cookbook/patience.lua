-- An answer within two seconds, else the last one that is known.
local function titles()
  local answer = assert(mix.http.get("https://itunes.apple.com/search", {
    query = { term = "Stay", entity = "song", limit = 3 }, reload = true,
  }))
  local found = {}
  for place, result in ipairs(assert(mix.json.decode(answer.body)).results) do found[place] = result.trackName end
  return found
end

local fresh = mix.task.timeout(2, function() return titles() end)
if fresh then mix.cache.set("stay", fresh) end
local shown = fresh or mix.cache.get("stay")
if not shown then mix.ui.fail("no answer in time, and none is known") end
print(table.concat(shown, ", "), fresh and "fresh" or "of an earlier run")
