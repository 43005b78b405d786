-- Detects titles of a table that contain values of other columns: prices, rights notices, lengths,
-- days. Then match/tracks/scattered reads them better than match/tracks.

-- A title may contain one of them, but not two.
local signs = {
  " %$ ?%d+%.%d%d", " %d?%d:%d%d%f[%D]", " %d%d?%-%a%a%a%-%d%d%f[%D]", " %([cCpP]%) ?%d%d%d%d",
  " %( ?[cCpP] ?%) ?%d%d%d%d", "℗", " %a%a%a+ %d%d?, [12][09]%d%d", " Ltd%f[%W]", " Records%f[%W]",
}

local function is_scattered(title)
  if type(title) ~= "string" then return false end
  local count = 0
  for _, sign in ipairs(signs) do
    if title:find(sign) then count = count + 1 end
  end
  return count >= 2
end

local scattered_titles = {}

--- Returns the number of pairs with such a title.
function scattered_titles.count(list)
  local count = 0
  for _, pair in ipairs(list) do
    if is_scattered(pair.left.title) or is_scattered(pair.right.title) then count = count + 1 end
  end
  return count
end

return scattered_titles
