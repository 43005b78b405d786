-- mixhost feed search: stored videos by words.

local archive = require("programs.feed.lib.archive")
local commands = require("programs.feed.lib.commands")
local listing = require("programs.feed.lib.listing")
local view = require("programs.feed.lib.view")

-- Whether all words are in a video's title, its channel's name or its description.
local function matcher(words, names)
  local wanted = {}
  for index, word in ipairs(words) do wanted[index] = mix.text.fold(word) end
  return function(video)
    local text = mix.text.fold(table.concat({
      video.title, names[video.channel] or video.channel, video.about or "",
    }, " "))
    for _, word in ipairs(wanted) do
      if not text:find(word, 1, true) then return false end
    end
    return true
  end
end

return function()
  local args = commands.parse("search", {
    summary = "Shows stored videos that have all words in title, channel or description.",
    options = listing.options,
    positional = { { "word", many = true, help = "case and accents do not matter" } },
    examples = { "$0 search golden summer", "$0 search --unread lua" },
  })
  local owner = commands.account(args)
  local videos = archive.videos(owner, {
    limit = args.limit, unread = args.unread, starred = args.starred,
    accept = matcher(args.word, view.titles(owner)),
  })
  listing.show(owner, args, videos, "no stored video has these words")
end
