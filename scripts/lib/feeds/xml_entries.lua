-- Reads the items of RSS (0.9 to 2.0, RDF) and the entries of Atom (0.3, 1.0). Both hold
-- elements of each other and of their extensions, so that one reader reads them all.

local dates = require("lib.feeds.dates")
local json_values = require("lib.json_values")
local loose_xml = require("lib.feeds.loose_xml")
local trimmed = require("lib.trimmed")
local web_address = require("lib.web_address")
local words = require("lib.feeds.words")

local xml_entries = {}

-- By the names of its elements, what is in an element, without the prefix of Atom's in Atom.
local function fields_of(element)
  local fields = {}
  for _, part in ipairs(loose_xml.children(element)) do
    local name = part.name
    fields[name] = fields[name] or {}
    table.insert(fields[name], part)
  end
  return fields
end

--- Returns a reader of an element: `first(name…)`, the first element of these names, and
--- `all(name…)`. In Atom the names of its own elements have no prefix.
function xml_entries.reader(element, is_atom)
  local fields = fields_of(element)
  local reader = {}
  function reader.all(...)
    local found = {}
    for _, name in ipairs({ ... }) do
      for _, part in ipairs(fields[name] or {}) do found[#found + 1] = part end
      if is_atom and not name:find(":", 1, true) then
        for _, part in ipairs(fields["atom:" .. name] or {}) do found[#found + 1] = part end
      end
    end
    return found
  end
  function reader.first(...) return reader.all(...)[1] end
  --- The text of the first of these that is not blank.
  function reader.text(...)
    for _, part in ipairs(reader.all(...)) do
      local text = trimmed(loose_xml.text(part))
      if text ~= "" then return text, part end
    end
  end
  return reader
end

local function decoded(text)
  local letters = text:gsub("[%s=]", ""):gsub("+", "-"):gsub("/", "_")
  local bytes = mix.crypto.base64url_decode(letters)
  return bytes and utf8.len(bytes) and bytes or text
end

-- A text of Atom: its type says whether it is HTML.
local function typed(part, read_text, read_html)
  local kind = (part.attributes.type or "text"):lower()
  local mode = (part.attributes.mode or ""):lower()
  local markup = loose_xml.markup(part)
  if markup then return read_html(markup) end
  local text = loose_xml.text(part)
  if mode == "base64" then text = decoded(text) end
  if kind == "text" or kind == "text/plain" and mode ~= "escaped" then return read_text(text) end
  return read_html(text)
end

local function is_atom_text(part, is_atom)
  return is_atom and not part.name:find("^%a+:") or part.name:find("^atom:")
end

--- Returns the title of a feed or an entry; nil without one.
function xml_entries.title(reader, is_atom)
  for _, part in ipairs(reader.all("title", "media:title", "itunes:title", "dc:title",
    "atom:title")) do
    local title
    if is_atom_text(part, is_atom) then
      title = typed(part, words.title, words.html_title)
    else
      title = words.html_title(loose_xml.markup(part) or loose_xml.text(part))
    end
    if title then return title end
  end
end

-- Programs leave the type out and write HTML.
local function is_html(part)
  return not part.attributes.type and loose_xml.text(part):find("</%a%w*%s*>") ~= nil
end

local function about(reader, is_atom)
  for _, part in ipairs(reader.all("summary", "description", "itunes:summary", "media:description",
    "content:encoded", "content", "dc:description", "itunes:subtitle", "atom:summary",
    "atom:content", "xhtml:body", "body", "fullitem", "tagline", "info")) do
    local text
    if is_atom_text(part, is_atom) and not part.attributes.src and not is_html(part) then
      text = typed(part, words.plain, words.about)
    else
      text = words.about(loose_xml.markup(part) or loose_xml.text(part))
    end
    if text then return text end
  end
end

--- Returns the address of the page that a feed or an entry is about; nil without one.
function xml_entries.link(reader, is_atom, base)
  local best, best_rank
  for _, part in ipairs(reader.all("feedburner:origlink", "link", "atom:link", "a10:link")) do
    local at = part.attributes
    local rel, text = (at.rel or "alternate"):lower(), loose_xml.text(part)
    if rel == "http://www.iana.org/assignments/relation/alternate" then rel = "alternate" end
    local address = (at.href or text:find("%S")) and web_address.of_web(
      text:find("%S") and not (is_atom and at.href) and text or at.href, part.base or base)
    local is_page = not at.type or at.type:lower():find("html", 1, true)
    local rank = rel ~= "alternate" and 0 or is_page and 2 or 1
    if address and rank > (best_rank or 0) then best, best_rank = address, rank end
  end
  return best
end

-- The moment at which an entry came out.
local function published(reader)
  for _, part in ipairs(reader.all("pubdate", "published", "issued", "dcterms:issued", "dc:date",
    "dcterms:created", "atom:published", "dcterms:available", "created", "updated", "modified",
    "atom:updated", "dcterms:modified", "date", "dcterms:date")) do
    local time = dates.read(loose_xml.text(part))
    if time then return time end
  end
end

-- The longest text that is read as a name with an address: the patterns below take the square of a
-- run of brackets or blanks, and the cube of addresses without an end.
local longest_person = 300

-- "x@example.org (Name)" is Name.
local function person(text)
  if not text then return nil end
  if #text > longest_person then return words.html_title(text) end
  local name = text:match("^%S+@%S+%s+%((.-)%)%s*$") or text:match("^(.-)%s*[<(]%S+@%S+[>)]%s*$")
  return words.html_title(name and name:find("%S") and name or text)
end

-- The name that an element of an author holds.
local function name_of(part, is_atom)
  local inner = xml_entries.reader(part, is_atom or part.name:find("^atom:") ~= nil)
  return person(inner.text("name", "atom:name", "email", "atom:email") or loose_xml.text(part))
end

--- Returns the names of the authors, by the first kind of element that has any; nil without.
function xml_entries.author(reader, is_atom)
  for _, kind in ipairs({ "author", "dc:creator", "itunes:author", "atom:author", "dc:author",
    "managingeditor", "media:credit" }) do
    local names = json_values.distinct(mix.json.array(reader.all(kind)), function(part)
      return name_of(part, is_atom)
    end)
    if #names > 0 then return table.concat(names, ", ") end
  end
end

local kind_of_ending = {
  mp3 = "audio", m4a = "audio", aac = "audio", ogg = "audio", oga = "audio", opus = "audio",
  flac = "audio", wav = "audio", mp4 = "video", m4v = "video", webm = "video", mov = "video",
  mkv = "video", jpg = "image", jpeg = "image", png = "image", gif = "image", webp = "image",
}

-- "audio", "video" or "image": the kind of a file, by its type, or by its name.
local function kind_of(address, said, medium)
  local kind = (said or ""):lower():match("^%s*(%a+)/") or (medium or ""):lower()
  if kind == "audio" or kind == "video" or kind == "image" then return kind end
  local ending = (address:match("%.(%w+)$") or address:match("%.(%w+)[?#]") or ""):lower()
  return kind_of_ending[ending]
end

-- The elements that name files: enclosures, and the contents of Media RSS with their groups.
local function file_elements(reader)
  local list = {}
  for _, part in ipairs(reader.all("enclosure", "media:content", "media:group", "link",
    "atom:link", "media:player")) do
    if part.name == "media:group" then
      for _, inner in ipairs(loose_xml.children(part, "media:content")) do
        list[#list + 1] = inner
      end
    elseif not part.name:find("link$") or (part.attributes.rel or ""):lower() == "enclosure" then
      list[#list + 1] = part
    end
  end
  return list
end

-- Adds the file and the picture of an entry, and its length where a file says it.
local function add_files(entry, reader, base)
  for _, part in ipairs(file_elements(reader)) do
    local at = part.attributes
    local address = web_address.of_web(at.url or at.href, part.base or base)
    local kind = address and kind_of(address, at.type, at.medium)
    if kind == "image" then
      entry.picture = entry.picture or address
    elseif address and (not entry.file or not entry.file_kind and kind) then
      local has_type = at.type and at.type:find("%S")
      entry.file, entry.file_type, entry.file_kind = address, has_type and at.type or nil, kind
      entry.duration = entry.duration or words.seconds(at.duration)
    end
  end
end

-- The picture of an entry that names one as such.
local function picture(reader, base)
  local thumbnails = reader.all("media:thumbnail", "itunes:image", "image")
  for _, group in ipairs(reader.all("media:group", "media:content")) do
    for _, inner in ipairs(loose_xml.children(group, "media:thumbnail")) do
      thumbnails[#thumbnails + 1] = inner
    end
  end
  for _, part in ipairs(thumbnails) do
    local at = part.attributes
    local inner = xml_entries.reader(part)
    local address = web_address.of_web(at.url or at.href or inner.text("url")
      or loose_xml.text(part), part.base or base)
    if address then return address end
  end
end

-- A group of Media RSS holds what an entry of a video lacks itself.
local function with_group(element)
  local group = loose_xml.children(element, "media:group")[1]
  return group and xml_entries.reader(group) or nil
end

--- Returns what an item or an entry says: {guid, title, link, about, published, author, duration,
--- file, file_type, file_kind, picture}, each nil where it does not say it.
function xml_entries.read(element, is_atom, base)
  base = element.base or base
  local reader, group = xml_entries.reader(element, is_atom), with_group(element)
  local guid, guid_element = reader.text("id", "guid", "atom:id", "dc:identifier")
  local is_link = guid and guid_element.name == "guid"
    and (guid_element.attributes.ispermalink or "true"):lower() ~= "false"
  local entry = {
    guid = guid or element.attributes["rdf:about"],
    title = xml_entries.title(reader, is_atom) or group and xml_entries.title(group),
    link = xml_entries.link(reader, is_atom, base)
      or is_link and guid:find("^%a+:") and web_address.of_web(guid) or nil,
    about = about(reader, is_atom) or group and about(group),
    published = published(reader), author = xml_entries.author(reader, is_atom),
    duration = words.seconds((reader.text("itunes:duration", "duration"))),
    picture = picture(reader, base),
  }
  add_files(entry, reader, base)
  -- FeedBurner writes addresses of its own, and keeps those of the site beside them.
  entry.file = entry.file and web_address.of_web(reader.text("feedburner:origenclosurelink"), base)
    or entry.file
  -- Identifiers of Atom are addresses of pages often enough.
  entry.link = entry.link or entry.file or is_atom and web_address.of_web(guid) or nil
  return entry
end

return xml_entries
