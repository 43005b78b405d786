-- Lists of channels: OPML as readers and YouTube's takeout give it, or a plain file with a channel
-- a line, or several: ids, handles, or any addresses of them; `#` begins a remark.

local addresses = require("programs.feed.lib.addresses")
local file_text = require("lib.file_text")

local channels = {}

local pattern = "UC[%w_-]+"

-- The channels of a line: of all its words, where each is one, else every id in it.
local function find_all(line)
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
  return list
end

-- The channel of an address: {id} or {page}; an empty table without one.
local function find(text) return find_all(text)[1] or {} end

local function outlines(element, found)
  for _, part in ipairs(element.children) do
    if part.name == "outline" then
      local at = part.attributes
      local address = at.xmlUrl or at.xmlurl or at.xmlURL or at.htmlUrl or at.url
      if address then
        local channel = find(address)
        found[#found + 1] = {
          id = channel.id, page = channel.page, part = channel.part,
          title = at.title or at.text, said = address,
        }
      end
    end
    outlines(part, found)
  end
  return found
end

local function read_opml(text)
  local root, problem = file_text.xml(text)
  if not root then return nil, problem end
  if root.name:lower() ~= "opml" then return nil, ("it is <%s>, not <opml>"):format(root.name) end
  return outlines(root, {})
end

-- YouTube's takeout is a CSV with "Channel Id,Channel Url,Channel Title": the id is enough, and a
-- title may look like anything.
local function read_plain(text)
  local found, number, is_takeout = {}, 0, false
  for line in (text .. "\n"):gmatch("([^\r\n]*)\r?\n") do
    number = number + 1
    local said = line:gsub("^%s*#.*$", ""):gsub("%s+#.*$", ""):match("^%s*(.-)%s*$")
    local is_header = number == 1 and said:lower():find("^channel id,") ~= nil
    is_takeout = is_takeout or is_header
    if said ~= "" and not is_header then
      local list = find_all(is_takeout and said:match("^[^,]*") or said)
      -- An entry without a channel is reported.
      for _, channel in ipairs(#list > 0 and list or { {} }) do
        found[#found + 1] = { id = channel.id, page = channel.page, part = channel.part,
          said = said, line = number }
      end
    end
  end
  return found
end

--- Reads a list. Returns {id, title}s and, for channels that YouTube has to be asked about,
-- {page, title, said}s, each once; and the entries that name none. nil and the reason
-- for anything that is not a list.
function channels.read(bytes)
  local text, problem = file_text.of_list(bytes)
  if not text then return nil, problem end
  local entries
  if text:find("^%s*<") then
    entries, problem = read_opml(text)
  else
    entries = read_plain(text)
  end
  if not entries then return nil, problem end
  local list, seen, rejected = {}, {}, {}
  for _, entry in ipairs(entries) do
    local name = entry.id or entry.page and entry.page .. (entry.part or "")
    if not name then
      rejected[#rejected + 1] = entry.line and ("line %d: %s"):format(entry.line, entry.said)
        or entry.said
    elseif not seen[name] then
      seen[name] = true
      list[#list + 1] = {
        id = entry.id, page = entry.page, part = entry.part, title = entry.title,
        said = entry.page and entry.said or nil,
      }
    end
  end
  return list, rejected
end

return channels
