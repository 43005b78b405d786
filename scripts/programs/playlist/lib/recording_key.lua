-- The common part of two services' spellings of one recording.

local titles = require("rules.lib.titles")

--- A title's words, part and version as one text, equal for two spellings of one recording.
return function(name)
  local title = titles.parse(name)
  local tags = {}
  for tag in pairs(title.strong) do tags[#tags + 1] = tag end
  for tag in pairs(title.soft) do tags[#tags + 1] = tag end
  table.sort(tags)
  return table.concat({ title.full, title.part or "", table.concat(tags, " ") }, "|")
end
