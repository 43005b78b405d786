-- The searches for a row at a service, by kind: the first ones, and further ones for a row that
-- these do not find, because of a slip in a word or a word too many.

local booktitles = require("rules.lib.booktitles")
local credits = require("rules.lib.credits")
local filmtitles = require("rules.lib.filmtitles")
local names = require("rules.lib.names")
local release_names = require("rules.lib.release_names")
local spelling = require("rules.lib.spelling")
local titles = require("rules.lib.titles")
local trimmed = require("lib.trimmed")

local queries = {}

-- The results of a search, and of one by a part of what the row says.
local usual, wide = 15, 50

local function text_of(value)
  if type(value) == "table" then value = value[1] end
  value = value ~= nil and tostring(value) or ""
  return value:find("%S") and value or nil
end

-- A title without its last word, of two or more.
local function shorter(title) return title and title:match("^(.*%S)%s+%S+$") end

-- The first of those whom a row names, and all in one text; nil for nobody.
local function people_of(value)
  local credit = text_of(value)
  local is_nobody = not credit or credits.is_nobody(credits.parse(credit))
    or names.is_nobody(names.parse(credit))
  if is_nobody then return nil end
  local list = names.split(credit)
  return list[1], #list == 1 and list[1] or credit
end

-- A mark that tells a search from others; a year alone is none. A name of signs alone (*!!!*, *÷*)
-- stands for itself.
local function mark_of(query)
  local parts = {}
  for place, name in ipairs({ "isbn", "title", "artist", "author", "name", "year" }) do
    local text = query[name] or ""
    local words = mix.text.normalize(text)
    parts[place] = words ~= "" and words or text:gsub("%s", "")
  end
  return table.concat(parts, "\n")
end

-- Letters that stand behind signs, and signs that other catalogues leave out: "Ke$ha", "P!nk",
-- "AC/DC", "...Baby".
local signs = { { "%$", "s" }, { "(%a)!(%a)", "%1i%2" }, { "(%a)@(%a)", "%1a%2" },
  { "(%w)/(%w)", "%1 %2" }, { "^[%.#*~_+-]+(%w)", "%1" }, { "^\u{2026}(%w)", "%1" } }

local function without_signs(text)
  if not text then return nil end
  for _, sign in ipairs(signs) do text = text:gsub(sign[1], sign[2]) end
  -- No search finds a word that lost letters: "Bj?rk".
  local rest = trimmed((" " .. text):gsub("%s%S*%?[%w?]%S*", " "))
  return rest:find("%w%w") and rest or text
end

--- Cuts the texts of a search to the length of names: an address has no room for longer ones.
--- Returns it.
function queries.cut(query)
  for name, text in pairs(query) do
    if type(text) == "string" then query[name] = spelling.cut(text) end
  end
  return query
end

-- Collects searches, each once; one without a word is none.
local function collection(kind)
  local list, seen = {}, {}
  return list, function(query, limit, sort)
    queries.cut(query)
    local mark = mark_of(query) .. (sort or "")
    if not mark:find("[^\n].*\n") or seen[mark] then return end
    seen[mark], query.kind, query.limit = true, kind, limit or usual
    list[#list + 1] = query
  end
end

-- The searches of a list after its first ones.
local function after(list, count) return { table.unpack(list, count + 1) } end

-- Adds the searches for a song by its title without remarks and its first artist, and by these
-- without signs, whose words services that keep signs read otherwise.
local function add_parts(add, title, artist)
  add({ title = title, artist = artist })
  local bare, by = without_signs(title), without_signs(artist)
  if bare ~= title or by ~= artist then add({ title = bare, artist = by }, usual, "signs") end
end

local function by_artist(kind)
  return function(record)
    local list, add = collection(kind)
    local title, country = text_of(record.title), mix.env.setting("match.country")
    local bare = titles.parse(title).bare or title
    local artist, credit = people_of(record.artist)
    add({ title = title, artist = text_of(record.artist), album = text_of(record.album) })
    add_parts(add, bare, artist)
    add({ artist = credit }, wide)
    add({ title = bare }, wide)
    add({ title = shorter(bare), artist = artist })
    add({ artist = artist }, wide)
    for _, query in ipairs(list) do query.country = country end
    return { list[1] }, after(list, 1)
  end
end

-- Books are searched by the steps that their rules propose.
local function by_author(record, rules)
  local list, add = collection("book")
  local title = text_of(record.title)
  local short = title and booktitles.parse(title).short
  local author, credit = people_of(record.author)
  add({ isbn = text_of(record.isbn) })
  local steps = rules:search(record)
  for _, step in ipairs(steps) do add(step) end
  if #steps == 0 then add({ title = title, author = author }) end
  local first = #list
  add({ title = short }, wide)
  add({ author = credit }, wide)
  add({ title = shorter(short), author = author })
  add({ author = author }, wide)
  return { table.unpack(list, 1, first) }, after(list, first)
end

local function by_year(record)
  local list, add = collection("film")
  local title = text_of(record.title)
  local parsed = filmtitles.parse(title)
  local year = (text_of(record.year or record.release_date or record.date) or "")
    :match("%d%d%d%d")
  local spelled = parsed.spelled
  -- A search takes a title, not the name of a file.
  if release_names.title(title) then title, year = spelled, year or parsed.year end
  add({ title = title, year = year })
  add({ title = spelled, year = year })
  for _, part in ipairs(filmtitles.split(spelled)) do add({ title = part, year = year }) end
  local main = spelled:match("^(.-%S)%s*:%s") or spelled:match("^(.-%S)%s+%-+%s")
  add({ title = main, year = year })
  add({ title = spelled })
  add({ title = shorter(spelled), year = year })
  return { list[1] }, after(list, 1)
end

local function by_name(record)
  local list, add = collection("person")
  local name = text_of(record.name)
  local spelled = people_of(name) or name
  add({ name = name })
  add({ name = spelled })
  local first, last = spelled:match("^(%S+)%s.*%f[%S](%S+)$")
  add({ name = first and first .. " " .. last })
  add({ name = last }, wide)
  return { list[1] }, after(list, 1)
end

local kinds = {
  tracks = by_artist("track"), releases = by_artist("release"), books = by_author,
  films = by_year, people = by_name,
}

--- Whether a record has words in a field; blanks are none.
function queries.has_words(record, field) return text_of(record[field]) ~= nil end

--- Returns the searches for a song by parts of what its record says, title and artist each, that
--- are not the whole.
function queries.of_parts(record)
  local list, add = collection("track")
  local title = text_of(record.title)
  add({ title = title, artist = text_of(record.artist) })
  add_parts(add, titles.parse(title).bare or title, (people_of(record.artist)))
  return after(list, 1)
end

--- Returns the first searches for a record of a kind (tracks, books, …), which come one after the
--- other until the row is found, and the further ones, the likeliest first; none for a record
--- without a title or a name, unless it is a book, which may have an ISBN. `rules`: those that
--- decide.
function queries.of(kind, record, rules)
  local needs = kind == "people" and "name" or "title"
  if kind ~= "books" and not queries.has_words(record, needs) then return {}, {} end
  return kinds[kind](record, rules)
end

return queries
