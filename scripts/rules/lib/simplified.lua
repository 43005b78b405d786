-- Writes traditional Chinese characters as simplified ones, so that 三體 is 三体. The table holds the
-- usual characters, written from general knowledge; several variants may become one.

local listed = require("rules.lib.listed")

local letters = {}
local pair = ("(" .. utf8.charpattern .. ")"):rep(2)
for _, line in ipairs(listed(require("rules.data.han"))) do
  for traditional, simple in line:gmatch(pair) do letters[traditional] = simple end
end

--- Returns a text with simplified characters.
return function(s)
  if not s:find("[\xe4-\xe9]") then return s end
  return (s:gsub("[\xe4-\xe9][\x80-\xbf][\x80-\xbf]", letters))
end
