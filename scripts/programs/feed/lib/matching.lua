-- The videos that have some words.

local view = require("programs.feed.lib.view")

local matching = {}

--- A function that says whether all words are in a video's title, its channel's name or its
-- description. `names`: of channels, by their ids.
function matching.by(words, names)
  local wanted = {}
  for index, word in ipairs(words) do wanted[index] = mix.text.fold(word) end
  return function(video)
    local text = mix.text.fold(table.concat({
      video.title, view.channel_name(video, names), video.about or "",
    }, " "))
    for _, word in ipairs(wanted) do
      if not text:find(word, 1, true) then return false end
    end
    return true
  end
end

return matching
