-- Reads the XML of feeds and lists of feeds as the web has it: names of other cases, bare signs,
-- entities of HTML, tags that nobody closed. Well-formed documents are read as mix.xml reads them.
--
-- An element is {name, attributes, base, is_open, …}: its parts, texts and elements in their order,
-- follow. Names are in lower case, their prefixes those of this file. `base` is its xml:base, where
-- the document has one; `is_open` says that the document ended before it.

local plain_text = require("lib.plain_text")
local web_address = require("lib.web_address")

local loose_xml = {}

-- The prefixes that this file writes, by the namespaces that they stand for, without what follows
-- the last sign of a name.
local prefixes = {
  ["http://www.w3.org/2005/atom"] = "atom", ["http://purl.org/atom/ns#"] = "atom",
  ["http://example.com/newformat#"] = "atom", ["http://example.com/necho"] = "atom",
  ["http://purl.org/echo"] = "atom", ["uri/of/echo/namespace#"] = "atom",
  ["http://purl.org/pie"] = "atom", ["http://purl.org/atom/ns#0.3"] = "atom",
  ["http://purl.org/rss/1.0"] = "", ["http://purl.org/net/rss1.1#"] = "",
  ["http://my.netscape.com/rdf/simple/0.9"] = "",
  ["http://channel.netscape.com/rdf/simple/0.9"] = "",
  ["http://my.netscape.com/publish/formats/rss-0.91.dtd"] = "",
  ["http://backend.userland.com/rss"] = "", ["http://backend.userland.com/rss2"] = "",
  ["http://backend.userland.com/rss191"] = "", ["http://blogs.law.harvard.edu/tech/rss"] = "",
  ["http://www.w3.org/1999/02/22-rdf-syntax-ns#"] = "rdf",
  ["http://purl.org/dc/elements/1.1"] = "dc", ["http://purl.org/dc/elements/1.0"] = "dc",
  ["http://purl.org/dc/terms"] = "dcterms", ["http://purl.org/rss/1.0/modules/content"] = "content",
  ["http://purl.org/rss/1.0/modules/syndication"] = "sy",
  ["http://www.itunes.com/dtds/podcast-1.0.dtd"] = "itunes",
  ["http://example.com/dtds/podcast-1.0.dtd"] = "itunes",
  ["http://search.yahoo.com/mrss"] = "media", ["http://search.yahoo.com/rss"] = "media",
  ["http://video.search.yahoo.com/mrss"] = "media",
  ["http://rssnamespace.org/feedburner/ext/1.0"] = "feedburner",
  ["http://www.youtube.com/xml/schemas/2015"] = "yt", ["http://www.w3.org/1999/xhtml"] = "xhtml",
}

local function prefix_of(namespace) return prefixes[(namespace:lower():gsub("/+$", ""))] end

-- The prefixes that hold inside an element: those around it, and what it declares.
local function declared(attributes, known)
  local inner
  for name, value in pairs(attributes) do
    local prefix = name == "xmlns" and "" or name:match("^xmlns:(.+)$")
    if prefix then
      inner = inner or setmetatable({}, { __index = known })
      inner[prefix] = prefix_of(value) or prefix
    end
  end
  return inner or known
end

local function renamed(name, known)
  local prefix, rest = name:match("^([^:]*):(.+)$")
  prefix, rest = prefix or "", rest or name
  local now = known[prefix] or prefix
  return now == "" and rest or now .. ":" .. rest
end

-- The forms in which an attribute is written, with the quotes that people forget.
local forms = {
  '^%s*([^%s=/>"\'<]+)%s*=%s*"([^"]*)"()', "^%s*([^%s=/>\"'<]+)%s*=%s*'([^']*)'()",
  '^%s*([^%s=/>"\'<]+)%s*=%s*([^%s<>"\']+)()', '^%s*([^%s=/>"\'<]+)()()',
}

local unescaped = plain_text.unescaped

-- Reads attributes from a place on. Returns them, whether the element ends there, and the place
-- behind it; nil where no tag is.
local function tag_end(text, place)
  local attributes = {}
  while true do
    local slash, after = text:match("^%s*(/?)%s*>()", place)
    if after then return attributes, slash == "/", after end
    local found
    for _, form in ipairs(forms) do
      local name, value, next_place = text:match(form, place)
      if name then
        name = name:lower()
        if attributes[name] == nil then
          attributes[name] = type(value) == "string" and unescaped(value) or ""
        end
        found = next_place
        break
      end
    end
    -- A sign that belongs to nothing, such as a slash or a quote between attributes.
    if not found then found = text:match("^%s*[/\"']()", place) end
    if not found then return nil end
    place = found
  end
end

local function add_text(element, text)
  if text ~= "" then element[#element + 1] = text end
end

-- Closes the innermost element of a name with all in it. `open` counts those that are open.
local function close(stack, open, name)
  if (open[name] or 0) == 0 then return end
  repeat
    local element = table.remove(stack)
    element.is_open = nil
    open[element.said] = open[element.said] - 1
  until element.said == name
end

-- The place behind a declaration, such as a document's type with its own brackets.
local function after_declaration(text, place)
  local stop = text:find(">", place, true)
  local bracket = stop and text:sub(place, stop):find("[", 1, true)
  if bracket then stop = select(2, text:find("%]%s*>", place + bracket)) end
  return (stop or #text) + 1
end

-- Passes comments, declarations and CDATA: returns the place behind one; nil where an element, or
-- text, begins.
local function skipped(text, place, element)
  if text:find("^<!%-%-", place) then
    local _, stop = text:find("-->", place + 4, true)
    return (stop or #text) + 1
  end
  if text:find("^<!%[[cC][dD][aA][tT][aA]%[", place) then
    local start, stop = text:find("]]>", place + 9, true)
    add_text(element, text:sub(place + 9, (start or #text + 1) - 1))
    return (stop or #text) + 1
  end
  if text:find("^<[!]%a", place) then return after_declaration(text, place) end
  if text:find("^<%?", place) then return (text:find(">", place, true) or #text) + 1 end
end

-- Elements that never stand inside one of their own name: a second one ends the first, whose end
-- tag is missing.
local is_apart = { item = true, entry = true }

-- Begins an element at a place. Returns the place behind its tag; nil where none is.
local function begin(stack, open, text, place)
  local said, after = text:match("^<([%a_\x80-\xFF][%w_:.\x80-\xFF-]*)()", place)
  if not said then return nil end
  local attributes, is_empty, stop = tag_end(text, after)
  if not attributes then return nil end
  said = said:lower()
  if is_apart[said] and stack[#stack].said == said then close(stack, open, said) end
  local parent = stack[#stack]
  local known = declared(attributes, parent.known)
  local base = attributes["xml:base"]
  local element = {
    name = renamed(said, known), said = said, attributes = attributes, known = known,
    base = base and web_address.resolved(base, parent.base) or parent.base,
    is_open = not is_empty or nil,
  }
  parent[#parent + 1] = element
  if not is_empty then
    stack[#stack + 1] = element
    open[said] = (open[said] or 0) + 1
  end
  return stop
end

-- Elements are not nested deeper; feeds of attackers are.
local deepest = 200

-- Reads the markup at a sign `<`. Returns the place behind it, and the name of an element that it
-- ends; the sign of no markup is text.
local function read_markup(stack, open, text, sign)
  local element = stack[#stack]
  local name, behind = text:match("^</%s*([^%s<>]+)[^<>]*>?()", sign)
  if name then
    name = name:lower()
    close(stack, open, name)
    return behind, name
  end
  local after = skipped(text, sign, element) or begin(stack, open, text, sign)
  if after then return after end
  add_text(element, "<")
  return sign + 1
end

--- Returns the first element of a text; nil when there is none. `most`: how many ends of elements
--- are read, by names; the second result is whether the rest was left.
function loose_xml.decode(text, most)
  local top = { known = {} }
  local stack, open, ends, place, is_enough = { top }, {}, {}, 1, false
  while place <= #text and #stack <= deepest do
    -- A sign < that begins no markup is text.
    local sign = text:find("<[%a_/!?\x80-\xFF]", place)
    add_text(stack[#stack], unescaped(text:sub(place, (sign or #text + 1) - 1)))
    if not sign then break end
    local name
    place, name = read_markup(stack, open, text, sign)
    if name then
      ends[name] = (ends[name] or 0) + 1
      is_enough = most ~= nil and ends[name] == most[name]
      if #stack == 1 or is_enough then break end
    end
  end
  for _, part in ipairs(top) do
    if type(part) == "table" then return part, is_enough end
  end
  return nil
end

--- Returns the elements in an element, in their order; `name`: only those.
function loose_xml.children(element, name)
  local found = {}
  for _, part in ipairs(element) do
    if type(part) == "table" and (not name or part.name == name) then found[#found + 1] = part end
  end
  return found
end

--- Returns all text in an element, and in the elements in it.
function loose_xml.text(element)
  local parts = {}
  for place, part in ipairs(element) do
    parts[place] = type(part) == "string" and part or loose_xml.text(part)
  end
  return table.concat(parts)
end

local signs = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }

--- Returns what is in an element as HTML, where HTML stands in it as elements: nil else.
function loose_xml.markup(element)
  local parts, is_markup = {}, false
  for place, part in ipairs(element) do
    if type(part) == "string" then
      parts[place] = part:gsub("[&<>]", signs)
    else
      is_markup = true
      local name = part.name:match("[^:]+$")
      parts[place] = ("<%s>%s</%s>"):format(name,
        loose_xml.markup(part) or loose_xml.text(part):gsub("[&<>]", signs), name)
    end
  end
  return is_markup and table.concat(parts) or nil
end

return loose_xml
