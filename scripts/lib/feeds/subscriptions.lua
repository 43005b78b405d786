-- Lists of subscriptions as feed readers, podcast and video programs write them: OPML, JSON, JSON
-- on lines, CSV. Each entry is {address, title, folder (names, outermost first), page}.

local loose_json = require("lib.loose_json")
local loose_xml = require("lib.feeds.loose_xml")
local trimmed = require("lib.trimmed")
local values = require("lib.json_values")
local words = require("lib.feeds.words")

local subscriptions = {}

local function with(folder, name)
  local inner = table.move(folder, 1, #folder, 1, {})
  inner[#inner + 1] = name
  return inner
end

local function add(found, entry, folder)
  entry.folder = #folder > 0 and folder or nil
  found[#found + 1] = entry
end

-- The folders of an entry that is in none, as its category says: "/News/Tech,Daily".
local function folders_of(category)
  local names = {}
  for name in (category or ""):match("^[^,]*"):gmatch("[^/]+") do
    names[#names + 1] = words.html_title(name)
  end
  return names
end

local function add_outlines(found, element, folder)
  for _, part in ipairs(loose_xml.children(element)) do
    local at, inner = part.attributes, folder
    local title = words.html_title(at.title ~= "" and at.title or at.text)
    local address = at.xmlurl or at.url or at.htmlurl
    -- Episodes that some programs list below a podcast are none.
    local is_episode = (at.type or ""):find("episode", 1, true) or at.enclosureurl
    if part.name == "outline" and address and address:find("%S") then
      if (at.type or ""):lower() == "include" or address:find("^%s*/[^/]") then
        -- Another list, which its reader is to fetch, or an address without its site.
        add(found, { said = address }, folder)
      elseif not is_episode then
        local page = at.xmlurl and at.htmlurl or nil
        add(found, { address = address, title = title, page = page },
          #folder > 0 and folder or folders_of(at.category))
      end
    elseif part.name == "outline" and at.xmlurl then
      add(found, { said = title or "one without a name" }, folder)
    elseif part.name == "outline" and title then
      inner = with(folder, title)
    end
    add_outlines(found, part, inner)
  end
  return found
end

--- Returns the entries of OPML; nil and the reason where it is other XML.
function subscriptions.opml(text)
  local root = loose_xml.decode(text)
  if not root then return nil, "there is no element in it" end
  if root.name ~= "opml" then return nil, ("it is <%s>, not <opml>"):format(root.name) end
  if root.is_open and #loose_xml.children(root) == 0 then
    return nil, "it is cut: <opml> is not closed"
  end
  local found = add_outlines({}, root, {})
  if text:find("<[^>]*$") then add(found, { said = "the last one, where the file is cut" }, {}) end
  return found
end

-- The members that hold an address, the best first, and those that hold no subscriptions.
local address_names = { "feed_url", "feedUrl", "feedURL", "feed_link", "xmlUrl", "xml_url", "rss",
  "rssUrl", "channelId", "channel_id", "authorId", "id", "url", "link", "channelUrl" }
local title_names = { "title", "name", "author", "channelName", "text", "uploaderName" }
local page_names = { "site_url", "htmlUrl", "html_url", "site_link", "home_page_url" }
local other_lists = { playlists = true, videos = true, history = true, watchHistory = true,
  items = true, entries = true, episodes = true, favorites = true, starred = true }

local function first_text(object, names)
  for _, name in ipairs(names) do
    local text = values.text(object[name])
    if text then return text end
  end
end

-- The address that a text of a list names; nil for other texts.
local function address_of(text)
  text = text:match("^feed/(https?://.+)$") or text
  if text:find("^/[%w@]") then return "https://www.youtube.com" .. text end
  if text:find("^https?://") or text:find("^@[^%s/]+$") then return text end
  return #text == 24 and text:find("^UC[%w_-]+$") and text or nil
end

-- The folders that an entry says it is in: its category, or the first of several.
local function folder_of(object)
  local category = object.category or object.folder or object.group
  local list = values.list(object.categories)
  category = category or list[1]
  return values.text(category) or first_text(values.object(category), { "label", "title", "name" })
end

local function entry_of(object)
  for _, name in ipairs(address_names) do
    local said = values.text(object[name])
    local address = said and address_of(said)
    if address then
      return { address = address, title = words.html_title(first_text(object, title_names)),
        page = first_text(object, page_names) }
    end
  end
  local inner = values.object(values.object(object.snippet).resourceId).channelId
  if values.text(inner) then
    return { address = inner, title = words.title(values.text(object.snippet.title)) }
  end
end

local function sorted_names(object)
  local names = {}
  for name in pairs(object) do
    if type(name) == "string" and not other_lists[name] then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

local deepest = 12

local function add_values(found, value, depth)
  if type(value) ~= "table" or depth > deepest then return found end
  if mix.json.is_array(value) then
    for _, item in ipairs(value) do
      local address = type(item) == "string" and address_of(item)
      if address then add(found, { address = address }, {}) end
      add_values(found, item, depth + 1)
    end
    return found
  end
  local entry = entry_of(value)
  if entry then
    local folder = folder_of(value)
    add(found, entry, folder and { folder } or {})
    return found
  end
  for _, name in ipairs(sorted_names(value)) do add_values(found, value[name], depth + 1) end
  return found
end

--- Returns the entries of a decoded document, such as a service's answer.
function subscriptions.of(document) return add_values({}, document, 1) end

--- Returns the entries of JSON, a document or one on each line; nil where it is something else.
function subscriptions.json(text)
  local document = loose_json.decode(text)
  if type(document) == "table" then return add_values({}, document, 1) end
  local found, is_any = {}, false
  for line in text:gmatch("[^\r\n]+") do
    local value = mix.json.decode(line)
    if type(value) ~= "table" then
      if line:find("%S") then return nil end
    else
      is_any = true
      add_values(found, value, 1)
    end
  end
  return is_any and found or nil
end

-- Whether a text begins a table with a header: its first line has several cells and names nothing,
-- the next one with text does.
local function has_header(text)
  local start = text:find("%S") or 1
  local first, rest = text:match("^([^\r\n]+)[\r\n]+(.*)$", start)
  if not first or not first:find("[,;\t]") or first:find("https?://") or first:find("@", 1, true)
    or first:find("%f[%w]UC[%w_-]+[,;]") then
    return false
  end
  return rest:find("^[^\r\n]*https?://") ~= nil or rest:find("^[^\r\n]*UC[%w_-]+") ~= nil
end

-- The columns that hold names and folders: their own names have these parts in most languages.
local function columns_of(header)
  local title, folder
  for place, cell in ipairs(header) do
    local name = mix.text.fold(cell)
    if name:find("tit", 1, true) or name:find("name", 1, true) then title = title or place end
    if name:find("categ", 1, true) or name:find("folder", 1, true) then folder = folder or place end
  end
  return title, folder
end

-- The first address in a row, and the last text that is not an address.
local function cells_of(row)
  local address, text
  for _, cell in ipairs(row) do
    -- A name may look like a handle: it is one only where nothing else names the channel.
    local found = address_of(trimmed(cell))
    if found and not address then
      address = found
    elseif cell:find("%S") and not cell:find("^%s*https?://") then
      text = cell
    end
  end
  return address, text
end

--- Returns the entries of a table with a header, whatever its columns are called; nil for other
--- texts.
function subscriptions.csv(text)
  local rows = has_header(text) and mix.csv.parse(text, { header = false })
  if not rows then return nil end
  local title_column, folder_column = columns_of(rows[1])
  local found = {}
  for place = 2, #rows do
    local row = rows[place]
    local address, last = cells_of(row)
    local folder = words.title(folder_column and row[folder_column])
    local title = words.title(title_column and row[title_column] or last)
    add(found, address and { address = address, title = title }
      or { said = table.concat(row, ",") }, folder and { folder } or {})
  end
  return found
end

return subscriptions
