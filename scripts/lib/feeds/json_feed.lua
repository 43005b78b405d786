-- Feeds in JSON (jsonfeed.org, 1.0 and 1.1).

local dates = require("lib.feeds.dates")
local loose_json = require("lib.loose_json")
local values = require("lib.json_values")
local web_address = require("lib.web_address")
local words = require("lib.feeds.words")

local json_feed = {}

-- The names of the authors: a list in 1.1, one in 1.0.
local function author(object)
  local list = values.list(object.authors)
  local names = values.distinct(#list > 0 and list or object.author, function(one)
    return words.title(values.text(values.object(one).name))
  end)
  return #names > 0 and table.concat(names, ", ") or nil
end

local function date(value) return values.text(value) and dates.read(value) or nil end

-- Adds the file and the picture of an item.
local function add_files(entry, item, base)
  for _, part in ipairs(values.list(item.attachments)) do
    part = values.object(part)
    local address = web_address.of_web(part.url, base)
    local kind = (values.text(part.mime_type) or ""):match("^(%a+)/")
    if address and kind == "image" then
      entry.picture = entry.picture or address
    elseif address and not entry.file then
      entry.file, entry.file_type = address, values.text(part.mime_type)
      entry.file_kind = (kind == "audio" or kind == "video") and kind or nil
      entry.duration = words.seconds(part.duration_in_seconds)
    end
  end
end

local function read(item, base)
  item = values.object(item)
  local text = values.text(item.summary) or values.text(item.content_text)
  local entry = {
    guid = values.id(item.id), title = words.html_title(values.text(item.title)),
    link = web_address.of_web(item.url, base) or web_address.of_web(item.external_url, base)
      or web_address.of_web(item.id),
    about = text and words.plain(text) or words.about(values.text(item.content_html)),
    published = date(item.date_published) or date(item.date_modified), author = author(item),
    picture = web_address.of_web(item.image, base) or web_address.of_web(item.banner_image, base),
  }
  add_files(entry, item, base)
  return entry
end

--- Returns the feed of a document: {title, page, author, entries, is_gone}; nil and the reason for
--- other JSON.
function json_feed.read(text, address)
  local document = loose_json.decode(text)
  if type(document) ~= "table" then return nil, "no feed: its JSON is cut or broken" end
  local version = values.text(document.version)
  local is_feed = version and version:find("jsonfeed.org", 1, true)
    or type(document.items) == "table" and values.text(document.title)
  if not is_feed then return nil, "no feed, but other JSON" end
  local page = web_address.of_web(document.home_page_url, address)
  local feed = {
    title = words.html_title(values.text(document.title)), page = page,
    author = author(document), entries = {}, is_gone = document.expired == true,
  }
  for place, item in ipairs(values.list(document.items)) do
    feed.entries[place] = read(item, page or address)
  end
  return feed
end

return json_feed
