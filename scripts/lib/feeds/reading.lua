-- Reads any feed: RSS of all versions, RDF, Atom, JSON Feed; from the bytes that came, whatever
-- their encoding and their small faults.

local file_text = require("lib.file_text")
local json_answers = require("lib.json_answers")
local json_feed = require("lib.feeds.json_feed")
local loose_xml = require("lib.feeds.loose_xml")
local web_address = require("lib.web_address")
local words = require("lib.feeds.words")
local xml_entries = require("lib.feeds.xml_entries")

local reading = {}

--- The reason where a feed ends too early.
reading.cut = "no feed: it ends before its first entry does"
--- How many entries of a feed are read, the first ones in it.
reading.most_entries = 300
-- And how many bytes: 300 entries are far smaller.
local most_bytes = 4 * 1000 * 1000
local most_ends = {}
for _, name in ipairs({ "item", "entry", "atom:entry" }) do
  most_ends[name] = reading.most_entries
end

-- Signs that a text in UTF-16 begins with, where no byte order mark says so.
local marks = { ["<\0"] = "\xFF\xFE", ["\0<"] = "\xFE\xFF" }

-- The text of an answer. The document's word on its encoding counts before its server's, because
-- files are moved and servers are left as they are.
local function text_of(bytes, content_type)
  local mark = marks[bytes:sub(1, 2)]
  local declared = bytes:sub(1, 300):match("<%?xml[^>]-encoding%s*=%s*[\"']%s*([%w_.:-]+)")
    or (content_type or ""):lower():match("charset%s*=%s*[\"']?([%w_.:-]+)")
  return file_text.decode((mark or "") .. bytes, declared)
end

-- Where the first element of a feed begins: a fault of a server's script may stand before it.
local function start_of(text)
  local first
  for _, name in ipairs({ "rss", "feed", "rdf", "channel" }) do
    local letters = name:gsub("%a", function(sign) return ("[%s%s]"):format(sign, sign:upper()) end)
    for _, prefix in ipairs({ "", "[%a][%w_-]*:" }) do
      local place = text:find("<" .. prefix .. letters .. "[%s>]")
      if place and (not first or place < first) then first = place end
    end
  end
  return first
end

-- Whether the first element is one of a web page.
local function is_page(text)
  local start = text:sub(1, 4000):gsub("<%?.-%?>", ""):gsub("<!%-%-.-%-%->", ""):lower()
  local first = start:gsub("<!doctype[^>]*>", ""):match("^%s*<([%w:]+)")
  return first == "html" or first == "head" or first == "body"
    or start:find("^%s*<!doctype%s+html") ~= nil and not start_of(text)
end

local periods = { hourly = 3600, daily = 86400, weekly = 604800, monthly = 2592000,
  yearly = 31536000 }

-- The seconds for which a feed wants to be left alone, as far as it says so.
local function pause_of(reader)
  local pause = (tonumber(reader.text("ttl") or "") or 0) * 60
  local period = periods[(reader.text("sy:updateperiod") or ""):lower()]
  local often = tonumber(reader.text("sy:updatefrequency") or "") or 1
  if period and often >= 1 then pause = math.max(pause, period / often) end
  return pause > 0 and pause or nil
end

local entry_names = { item = true, entry = true, ["atom:entry"] = true }

-- Adds the entries below an element, in their order, also those inside a part whose end tag is
-- missing. It skips an entry that the document's end cuts, and the part `apart`.
local function add_entries(entries, element, name, is_atom, base, apart)
  for _, part in ipairs(loose_xml.children(element)) do
    if (part.name == name or part.name == "atom:" .. name) and not part.is_open then
      if #entries == reading.most_entries then return end
      entries[#entries + 1] = xml_entries.read(part, is_atom, base)
    elseif not entry_names[part.name] and part ~= apart then
      add_entries(entries, part, name, is_atom, base)
    end
  end
end

local function site_of(address) return address:match("^%a+://([^/?#]+)") end

local function feed_of(root, address)
  local is_atom = root.name:find("feed$") ~= nil
  local head = root
  if not is_atom and root.name ~= "channel" then
    head = loose_xml.children(root, "channel")[1] or root
  end
  local reader = xml_entries.reader(head, is_atom)
  local base = head.base and web_address.resolved(head.base, address) or address
  local page = xml_entries.link(reader, is_atom, base)
  local feed = {
    title = xml_entries.title(reader, is_atom), page = page, entries = {},
    author = xml_entries.author(reader, is_atom), pause = pause_of(reader),
    moved_to = web_address.of_web(reader.text("itunes:new-feed-url"), base),
  }
  local items = base
  -- Feeds of RSS, and copies at other sites, mean the addresses of their own site.
  if not head.base and page and not (is_atom and site_of(page) == site_of(address)) then
    items = page
  end
  for _, name in ipairs(is_atom and { "entry" } or { "item", "entry" }) do
    add_entries(feed.entries, head, name, is_atom, items)
    -- RDF has its items beside the channel; others forget to put them in it.
    if head ~= root then add_entries(feed.entries, root, name, is_atom, items, head) end
  end
  return feed
end

-- The name that tells an entry from others: its guid, else its address, else its words.
local function own_name(entry)
  if entry.guid then return entry.guid end
  if entry.link then return (entry.link:gsub("^https?://", "")) end
  return ("%s %s"):format(entry.title or "", entry.published or entry.about or "")
end

-- Names that entries share tell nothing: their addresses and titles are added.
local function name_entries(entries)
  local shared = {}
  for _, part in ipairs({ own_name, function(entry) return entry.link or "" end,
    function(entry) return entry.title or "" end }) do
    local counts = {}
    for _, entry in ipairs(entries) do
      if not entry.name or shared[entry.name] then
        entry.name = entry.name and entry.name .. " " .. part(entry) or part(entry)
      end
      counts[entry.name] = (counts[entry.name] or 0) + 1
    end
    shared = {}
    for name, count in pairs(counts) do shared[name] = count > 1 end
  end
end

-- A post without a title is known by its first words, or by its file.
local most_title = 80
local function title_of(entry)
  local about = entry.about
  if about then
    local stop = utf8.offset(about, most_title + 1)
    return stop and stop <= #about and about:sub(1, stop - 1):gsub("%s+%S*$", "") .. "…" or about
  end
  return words.title((entry.file or entry.link or ""):match("^[^?#]*/([^/?#]+)"))
end

--- Returns the root element of a feed in XML, and whether its end is missing; nil, the reason and
--- its kind ("portal" for a web page) where there is none.
function reading.root(bytes, content_type)
  local no_text = json_answers.no_text(bytes)
  if no_text then return nil, "no feed: " .. no_text, "answer" end
  local text = text_of(bytes, content_type)
  if is_page(text) then return nil, "a web page (HTML) came where a feed belongs", "portal" end
  local start = start_of(text)
  if not start then
    local first = text:match("<([%a_][%w_:.-]*)")
    return nil, first and ("no feed, but <%s>"):format(first) or "no feed, but other text", "answer"
  end
  local root, is_enough = loose_xml.decode(text:sub(start, start + most_bytes - 1), most_ends)
  return root, root.is_open and not is_enough and #text - start < most_bytes
end

--- Returns the feed in an answer's body: {title, page, author, entries, pause (seconds that it
--- asks for), moved_to (the address that it names as its new one), is_cut (the end is missing),
--- is_gone}; an entry has `name` (what tells it from others) and what xml_entries.read gives. nil,
--- the reason and its kind ("portal" for a web page) where there is none. `address`: where it came
--- from.
function reading.feed(bytes, address, content_type)
  local feed, other
  if bytes:sub(1, 1000):find("^[\xEF\xBB\xBF%s]*{") then
    feed, other = json_feed.read(text_of(bytes, content_type), address)
    if not feed then return nil, other, "answer" end
  else
    local root, is_cut, kind = reading.root(bytes, content_type)
    if not root then return nil, is_cut, kind end
    feed = feed_of(root, address)
    feed.is_cut = is_cut or nil
    if is_cut and #feed.entries == 0 then return nil, reading.cut, "answer" end
  end
  name_entries(feed.entries)
  for _, entry in ipairs(feed.entries) do
    entry.author = entry.author or feed.author
    entry.has_no_title = not entry.title or nil
    entry.title = entry.title or title_of(entry)
  end
  return feed
end

-- The types of feeds, also as some sites write them.
local function is_feed_type(kind)
  return kind:find("%f[%a]rss%f[%A]") ~= nil or kind:find("%f[%a]atom%f[%A]") ~= nil
    or kind == "application/feed+json" or kind == "application/rdf+xml" or kind == "text/xml"
    or kind == "application/xml"
end

-- The feed that a link's attributes name; nil for other links.
local function alternate_of(at, base)
  local kind = (at.type or ""):lower():match("^%s*([^;%s]+)") or ""
  local rel = " " .. (at.rel or ""):lower() .. " "
  local is_feed = is_feed_type(kind)
    or kind == "application/json" and not (at.href or ""):find("wp-json", 1, true)
  if not is_feed or not rel:find(" alternate ", 1, true) then return nil end
  local link = web_address.of_web(at.href, base)
  return link and { address = link, title = words.title(at.title) }
end

-- Whether a feed is that of the comments beside the site's own.
local function is_of_comments(entry)
  return entry.address:find("/comments?/") ~= nil
    or (entry.title or ""):lower():find("comment", 1, true) ~= nil
end

-- Puts the feeds of comments behind the others.
local function comments_last(found)
  local sorted, last = {}, {}
  for _, entry in ipairs(found) do
    local list = is_of_comments(entry) and last or sorted
    list[#list + 1] = entry
  end
  return table.move(last, 1, #last, #sorted + 1, sorted)
end

-- A page without its remarks and programs. One that is open hides the rest.
local function shown(text)
  local parts, place, lower = {}, 1, text:lower()
  while true do
    local remark = lower:find("<!--", place, true)
    local program = lower:find("<script%f[%A]", place)
    local start = math.min(remark or #text + 1, program or #text + 1)
    parts[#parts + 1] = text:sub(place, start - 1)
    local _, stop = lower:find(start == remark and "-->" or "</script", start, true)
    if not stop then return table.concat(parts) end
    place = stop + 1
  end
end

--- Returns the feeds that a web page names, in its order, those of comments last: {address, title}.
--- `link`: the header field Link of its answer, whose feeds come first.
function reading.alternates(bytes, address, content_type, link)
  local text, found = shown(text_of(bytes, content_type)), {}
  local base = address
  local base_tag = text:match("<[bB][aA][sS][eE]%s[^<>]*>")
  local named = base_tag and loose_xml.decode(base_tag)
  if named then base = web_address.resolved(named.attributes.href or "", address) end
  for target, rest in (link or ""):gmatch("<([^<>]+)>([^<]*)") do
    local at = { href = target }
    for name, value in rest:gmatch(";%s*(%a+)%s*=%s*\"?([^\";,]*)") do at[name:lower()] = value end
    found[#found + 1] = alternate_of(at, address)
  end
  for tag in text:gmatch("<[lLaA][iI]?[nN]?[kK]?%s[^<>]*>") do
    local root = loose_xml.decode(tag)
    found[#found + 1] = alternate_of(root and root.attributes or {}, base)
  end
  return comments_last(found)
end

return reading
