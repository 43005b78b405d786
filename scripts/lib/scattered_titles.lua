-- Whether the titles of a table hold values of its other columns: prices, notes of rights, lengths,
-- days. Then match/tracks/scattered reads them better than match/tracks.

-- Each of them alone may stand in a title; two of them do not.
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

--- How many of the pairs have such a title.
function scattered_titles.count(list)
  local count = 0
  for _, pair in ipairs(list) do
    if is_scattered(pair.left.title) or is_scattered(pair.right.title) then count = count + 1 end
  end
  return count
end

return scattered_titles
