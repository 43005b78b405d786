-- How channels come to be followed: words of channels and lists of them, to what is kept.

local addresses = require("programs.feed.lib.addresses")
local followed = require("programs.feed.lib.followed")
local channels = require("programs.feed.lib.channels")
local counted = require("lib.counted")
local failure = require("lib.failure")
local resolving = require("programs.feed.lib.resolving")

local following = {}

local shown = 3

-- The entries of a list, and those that name no channel; nil and the reason. `name`: of the list.
local function of_list(text, name)
  local list, problem = channels.read(text)
  if not list then return nil, ("%s: no list of channels: %s"):format(name, problem) end
  if #list == 0 then
    return nil, ("%s: no channel is in it: one id (UC…), handle (@…) or address on each line")
      :format(name)
  end
  return list, problem
end

local function entry_of(channel, word)
  return {
    id = channel.id, page = channel.page, part = channel.part, said = word,
    is_typed = channel.is_feed,
  }
end

-- Endings of the files that lists come in: a word with one is not taken for a site.
local lists = { opml = true, xml = true, csv = true, txt = true, json = true, db = true }

-- The channels of a word that holds several, "UC…, UC…", or one in quotes or with blanks.
local function of_several(word)
  local entries = {}
  for _, channel in ipairs(word:find("[%s,;<>\"]") and channels.of_line(word) or {}) do
    local said = channel.page and channel.page:gsub("^/", "youtube.com/") or word
    entries[#entries + 1] = entry_of(channel, said)
  end
  return #entries > 0 and entries or nil
end

-- A word is a channel when it reads as one, else a file, else several channels, else a site.
-- Returns entries, and those of a file that name no channel; nil and the reason.
local function of_word(word)
  local found = addresses.channel(word)
  if found then return { entry_of(found, word) }, {} end
  local text, err = mix.fs.read(word)
  if text then return of_list(text, word) end
  local is_file = lists[(word:match("%.(%w+)$") or ""):lower()]
  local entries = not is_file and of_several(word)
  if entries then return entries, {} end
  if word:find("^%a+://") then
    return nil, ("\"%s\" is not an address of a channel or feed"):format(word)
  end
  local site = not is_file and addresses.of_site(word)
  if site then return { entry_of(site, word) }, {} end
  return nil, is_file and failure.line(err)
    or ("%s; a channel is an id (UC…), a handle (@…) or an address"):format(failure.line(err))
end

-- Resolves what was read, and adds it to what was found.
local function add(found, entries, rest)
  if not entries then
    table.insert(found.problems, rest)
    return
  end
  local list, unknown, notes = resolving.all(entries)
  table.move(notes, 1, #notes, #found.notes + 1, found.notes)
  table.move(list, 1, #list, #found.channels + 1, found.channels)
  table.move(rest, 1, #rest, #found.rejected + 1, found.rejected)
  table.move(unknown, 1, #unknown, #found.rejected + 1, found.rejected)
  -- The rest of a file is taken; a channel that the user named alone must exist.
  if #list == 0 then table.move(unknown, 1, #unknown, #found.problems + 1, found.problems) end
end

local function nothing()
  return { channels = {}, rejected = mix.json.array({}), problems = {}, notes = {} }
end

--- The channels or files that words name: {channels, rejected (entries that name none, with
-- their reason), problems (why a word gives none), notes (what else there is
-- to say)}.
function following.read(words)
  local found = nothing()
  for _, word in ipairs(words) do add(found, of_word(word)) end
  return found
end

--- As `read`, where no word may be a file.
function following.read_words(words)
  local found = nothing()
  for _, word in ipairs(words) do
    local channel = addresses.channel(word) or addresses.of_site(word)
    add(found, channel and { entry_of(channel, word) },
      channel and {} or ("\"%s\" names no channel: an id (UC…), a handle (@…) or an address does")
        :format(word))
  end
  return found
end

--- Adds what a list's text names. `name`: what messages call it.
function following.read_list(text, name, found) add(found, of_list(text, name)) end

-- A hub knows channels alone: a part of one becomes the whole, and other lists are left out. Feeds
-- of other sites are asked beside it.
local function for_hub(found)
  local list = {}
  for _, channel in ipairs(found.channels) do
    local whole = addresses.channel_of(channel.id)
    if addresses.is_feed(channel.id) then
      list[#list + 1] = channel
    elseif whole then
      list[#list + 1] = { id = whole, title = channel.title }
      table.insert(found.rejected, ("%s: a hub follows the whole channel"):format(channel.id))
    elseif addresses.is_channel(channel.id) then
      list[#list + 1] = channel
    else
      table.insert(found.problems, ("%s: a hub follows channels, and no lists"):format(channel.id))
    end
  end
  found.channels = list
end

--- Adds subscriptions {address, title, folder, page} to what was found.
function following.add(found, list)
  for _, entry in ipairs(list) do
    local channel = addresses.channel(entry.address)
    if channel and channel.id then
      table.insert(found.channels, {
        id = channel.id, title = entry.title, folder = entry.folder,
        site = channel.is_feed and entry.page or nil,
      })
    else
      table.insert(found.rejected, entry.address)
    end
  end
end

--- Follows the channels that were found: {added, known}.
function following.follow(owner, found)
  if owner.hub then for_hub(found) end
  local added = followed.follow(owner, found.channels)
  -- Before the first channel nothing was asked: now there is something to ask for.
  if added > 0 and followed.channel_count(owner) == added then
    mix.policy.record("feed", true, { key = owner.key, idle = true })
  end
  return { added = added, known = #found.channels - added }
end

--- "3 channels added, 1 followed already".
function following.words(result)
  return ("%s added, %d followed already"):format(counted(result.added, "channel"), result.known)
end

--- The entries left out, in words; nil without any.
function following.skipped(found)
  local rejected = found.rejected
  if #rejected == 0 then return nil end
  return ("skipped %s that %s no channel: %s%s"):format(
    #rejected == 1 and "1 entry" or #rejected .. " entries", #rejected == 1 and "names" or "name",
    table.concat(rejected, "; ", 1, math.min(#rejected, shown)),
    #rejected > shown and "; …" or "")
end

return following
