-- Lists of channels and feeds: what other programs write (lib/feeds/subscriptions.lua), or a plain
-- file with a channel a line, or several: ids, handles, or any addresses; `#` begins a remark.

local addresses = require("programs.feed.lib.addresses")
local export_presets = require("lib.export_presets")
local file_text = require("lib.file_text")
local subscriptions = require("lib.feeds.subscriptions")
local table_start = require("lib.table_start")
local trimmed = require("lib.trimmed")
local web_address = require("lib.web_address")

local channels = {}

local pattern = "UC[%w_-]+"

--- The channels of a line: of all its words, where each is one, else every id and address in it.
function channels.of_line(line)
  local list, is_all = {}, true
  for word in line:gmatch("[^%s,;]+") do
    local channel = addresses.channel(word)
    list[#list + 1], is_all = channel, is_all and channel ~= nil
  end
  if is_all and #list > 0 then return list end
  list = {}
  for id in line:gmatch(pattern) do
    if addresses.is_channel(id) then list[#list + 1] = { id = id } end
  end
  if #list > 0 then return list end
  for address in line:gmatch("https?://[^%s,;\"<>]+") do
    list[#list + 1] = addresses.channel(address)
  end
  return list
end

local function read_plain(text)
  local found = {}
  for number, line in ipairs(file_text.lines(text)) do
    local said = trimmed(line:sub(1, ((" " .. line):find("%s#") or #line + 1) - 1))
    if said ~= "" then
      local list = channels.of_line(said)
      if #list == 0 and not said:find("%s") then list = { addresses.of_site(said) } end
      -- newsboat writes a feed's name behind its address.
      local title = said:match('"~([^"]+)"')
      -- An entry without a channel is reported.
      for _, channel in ipairs(#list > 0 and list or { {} }) do
        found[#found + 1] = { channel = channel, said = said, line = number, title = title }
      end
    end
  end
  return found
end

-- The entries of a program's list, with the channels that their addresses name.
local function with_channels(list)
  for _, entry in ipairs(list) do
    entry.said = entry.said or entry.address
    entry.channel = entry.address and (addresses.channel(entry.address)
      or channels.of_line(entry.address)[1]
      or addresses.of_site(entry.address:gsub("^%s*/*", ""))) or {}
  end
  return list
end

-- Whether a text is XML, and no address in brackets.
local function is_xml(text) return text:find("^%s*<[^:%s>]*[%s>]") ~= nil end

local function entries_of(text)
  if is_xml(text) then
    local list, problem = subscriptions.opml(text)
    return list and with_channels(list), problem
  end
  local list = text:find("^%s*[%[{]") and subscriptions.json(text) or subscriptions.csv(text)
  return list and with_channels(list) or read_plain(text)
end

-- Packed files, such as exports of whole accounts, by their first bytes.
local function packed(bytes)
  if bytes:sub(1, 4) == "PK\3\4" then return "zip" end
  return bytes:sub(1, 2) == "\x1F\x8B" and "gzip" or nil
end

-- Lists of other things have addresses, too; nil for a list that may be of channels.
local function other_list(text)
  local kind = not is_xml(text) and table_start.kind_of(text)
  if kind then return ("it is %s"):format(kind) end
  local rows = mix.csv.parse(text:match("^[^\r\n]*"), { header = false })
  local preset = rows and rows[1] and export_presets.of(rows[1])
  return preset and preset.kind and ("it is a list of %s out of %s"):format(preset.kind,
    preset.name) or nil
end

--- Reads a list. Returns {id, title, folder, site}s and, for channels that YouTube has to be asked
-- about, {page, title, said}s, each once; and the entries that name none. nil and the reason
-- for anything that is not a list.
function channels.read(bytes)
  local kind = packed(bytes)
  if kind then
    return nil, ("it is packed (%s): unpack it, and name the list in it"):format(kind)
  end
  local text, problem = file_text.of_list(bytes)
  if not text then return nil, problem end
  problem = other_list(text)
  if problem then return nil, problem end
  local entries
  entries, problem = entries_of(text)
  if not entries then return nil, problem end
  local list, seen, rejected = {}, {}, {}
  for _, entry in ipairs(entries) do
    local found = entry.channel
    local name = found.id or found.page and found.page .. (found.part or "")
    if not name then
      rejected[#rejected + 1] = entry.line and ("line %d: %s"):format(entry.line, entry.said)
        or entry.said
    elseif not seen[name] then
      seen[name] = true
      list[#list + 1] = {
        id = found.id, page = found.page, part = found.part, title = entry.title,
        folder = entry.folder, said = found.page and entry.said or nil,
        site = found.is_feed and web_address.of_web(entry.page) or nil,
      }
    end
  end
  return list, rejected
end

return channels
