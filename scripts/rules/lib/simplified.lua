-- Writes traditional Chinese characters as simplified ones, so that 三體 is 三体. The table holds the
-- usual characters, those of Big5's first level with their forms in GB 2312, and some variants;
-- several characters may become one.

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
