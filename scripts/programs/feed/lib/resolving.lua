-- From what people write to channels: YouTube is asked about handles, old names and videos, other
-- sites about their feeds.

local addresses = require("programs.feed.lib.addresses")
local asking = require("lib.feeds.asking")
local followed = require("programs.feed.lib.followed")
local youtube_pages = require("services.youtube.pages")

local resolving = {}

local at_once = 6

--- The channel that an account follows under a word, or that the word names; nil, and the reason
-- when YouTube does not know it.
function resolving.channel(owner, word)
  local known = followed.find(owner, word)
  if known then return known end
  local found = addresses.channel(word) or addresses.of_site(word)
  if found and found.is_feed then return followed.find(owner, found.id) or found end
  if not found or found.id then return found end
  local channel, problem = youtube_pages.channel(found.page)
  if not channel then return nil, problem.message end
  channel.id = addresses.part_of(channel.id, found.part)
  return channel
end

local function of_page(entry)
  local channel, problem = youtube_pages.channel(entry.page)
  if not channel then return { reason = ("%s: %s"):format(entry.said, problem.message) } end
  return { channel = {
    id = addresses.part_of(channel.id, entry.part), folder = entry.folder,
    title = entry.title or not entry.part and channel.title or nil,
  } }
end

-- The feed of an address that the user has typed: the address itself, or one that its page names.
local function of_site(entry)
  -- A log-in in an address is not repeated.
  local said = entry.said:gsub("//.*@", "//")
  local found = asking.find(entry.id)
  if found.answer ~= "ok" then
    return { reason = ("%s: %s; %s"):format(said, found.reason, asking.advice(found)) }
  end
  local is_youtube = addresses.channel(found.address)
  if is_youtube and not is_youtube.is_feed then return { channel = { id = is_youtube.id } } end
  return {
    channel = { id = found.address, title = found.feed.title, site = found.feed.page },
    note = (found.others or 0) > 0 and ("%s: %s is followed, the first of %d feeds that it names")
      :format(said, found.address, found.others + 1) or nil,
  }
end

--- Resolves entries {id} or {page, said, title}; `is_typed` feeds are asked for. Returns the
-- channels, the entries that name none, each with its reason, and what else there is to say.
function resolving.all(entries)
  local answers = mix.task.map(entries, { limit = at_once }, function(entry)
    if entry.page then return of_page(entry) end
    return entry.is_typed and of_site(entry) or { channel = entry }
  end)
  local found, failed, notes = {}, {}, {}
  for _, answer in ipairs(answers) do
    found[#found + 1] = answer.channel
    failed[#failed + 1] = answer.reason
    notes[#notes + 1] = answer.note
  end
  return found, failed, notes
end

return resolving
