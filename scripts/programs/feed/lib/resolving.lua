-- From what people write to channels: YouTube is asked about handles, old names and videos.

local addresses = require("programs.feed.lib.addresses")
local youtube_pages = require("services.youtube.pages")

local resolving = {}

local at_once = 6

--- The channel {id, title} that a word names; nil, and the reason when YouTube does not know it.
function resolving.channel(word)
  local found = addresses.channel(word)
  if not found or found.id then return found end
  local channel, problem = youtube_pages.channel(found.page)
  if not channel then return nil, problem.message end
  channel.id = addresses.part_of(channel.id, found.part)
  return channel
end

--- Resolves entries {id} or {page, said, title}. Returns the channels, and the entries that name
-- none, each with its reason.
function resolving.all(entries)
  local answers = mix.task.map(entries, { limit = at_once }, function(entry)
    if entry.id then return { channel = entry } end
    local channel, problem = youtube_pages.channel(entry.page)
    if not channel then return { reason = ("%s: %s"):format(entry.said, problem.message) } end
    return { channel = {
      id = addresses.part_of(channel.id, entry.part),
      title = entry.title or not entry.part and channel.title or nil,
    } }
  end)
  local found, failed = {}, {}
  for _, answer in ipairs(answers) do
    found[#found + 1] = answer.channel
    failed[#failed + 1] = answer.reason
  end
  return found, failed
end

return resolving
