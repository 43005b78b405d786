-- Made-up channels with videos, for the mocks of YouTube and of the hub: the same seed and channel
-- give the same ones, dated back from the last full hour before the mock began.

local catalogue = require("lib.mock.catalogue")
local words = require("lib.mock.catalogue.vocabulary").songs

local channels = {}

--- The number of videos that a channel's own feed lists.
channels.listed = 15

local alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
local title_salt, listed_salt, later_salt, kind_salt = 1, 2, 3, 4

--- Seconds since 1970; all listed videos were published before it.
channels.start = mix.mock.now() // 3600 * 3600

local function letters(digest, count)
  local text = {}
  for place = 1, count do
    local letter = digest:below(#alphabet) + 1
    text[place] = alphabet:sub(letter, letter)
  end
  return table.concat(text)
end

local function pick(digest, list) return list[digest:below(#list) + 1] end

-- A place of a channel as one number, because digests of text do not depend on the seed.
local function digest_of(channel, place, salt)
  local hash = tonumber("0x" .. catalogue.digest(channel):hex())
  return catalogue.digest(place + (hash + salt) * 0xD1B54A32D192ED03)
end

--- Whether a text is a channel's id.
function channels.is_channel(id) return #id == 24 and id:find("^UC[%w_-]+$") ~= nil end

--- Returns the id of the channel that a handle, an old name or a video stands for.
function channels.named(name) return "UC" .. letters(catalogue.digest(name), 22) end

--- Returns a channel's name.
function channels.title(channel)
  local digest = digest_of(channel, 0, title_salt)
  return ("%s %ss"):format(pick(digest, words.first_names), pick(digest, words.nouns))
end

-- `second`: of publishing, to which a fraction is added.
local function made(channel, second, digest)
  local id = letters(digest, 11)
  local title = ("%s %s %s"):format(pick(digest, words.verbs), pick(digest, words.adjectives),
    pick(digest, words.nouns))
  return {
    id = id, channel = channel, title = title, ticks = second * 10000000 + digest:below(10000000),
    duration = 90 + digest:below(3000),
  }
end

--- Returns a listed video, 0 the newest: {id, channel, title, ticks (of 100 ns since 1970),
--- duration (seconds)}.
function channels.video(channel, index)
  local digest = digest_of(channel, index, listed_salt)
  -- Two days apart, give or take one.
  local age = index * 172800 + digest:below(86400) + 60
  return made(channel, channels.start - age, digest)
end

--- Returns a video that was found later. `number` counts those of all channels.
function channels.later(channel, number, second)
  return made(channel, second, digest_of(channel, number, later_salt))
end

--- Returns what a listed video is ("short", "live" or "video"), and whether another made it.
function channels.kind(channel, index)
  local digest = digest_of(channel, index, kind_salt)
  local number = digest:below(100)
  return number < 20 and "short" or number < 25 and "live" or "video", digest:chance(4)
end

--- Writes a number of seconds as `10:30:00`.
function channels.clock(seconds)
  return ("%02d:%02d:%02d"):format(seconds // 3600 % 24, seconds // 60 % 60, seconds % 60)
end

--- Writes a moment as `2025-12-06T10:30:00`, in UTC.
function channels.moment(seconds)
  return catalogue.date(seconds // 86400) .. "T" .. channels.clock(seconds)
end

return channels
