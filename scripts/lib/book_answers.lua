-- Shared by providers of book data: requests whose failures keep their kind, and values of answers.

local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")
local plain_text = require("lib.plain_text")

local book_answers = {}

--- How long answers are fresh: facts about books change slowly.
book_answers.ttl = "30d"

book_answers.text, book_answers.list = json_values.text, json_values.list

--- Returns a title, which users type with references and marks of HTML, and libraries with the sign
--- before what follows it on their cards: "Harbour Tales /"; nil for anything else.
function book_answers.title(value)
  local title = json_values.text(value)
  title = title and plain_text.title(plain_text.unescaped(title)):gsub("%s+", " ")
  return title and json_values.text((title:gsub("(%S) [/:;=] ?$", "%1")))
end

--- Returns a description as text, which some have as HTML; nil for anything else.
function book_answers.about(value)
  local about = json_values.text(value)
  return about and json_values.text(plain_text.html(about))
end

-- Whether two names share a word of three letters or more.
local function share_word(a, b)
  local words = {}
  for word in mix.text.fold(a):gmatch("[%w\x80-\xff]+") do words[word] = #word > 2 end
  for word in mix.text.fold(b):gmatch("[%w\x80-\xff]+") do
    if words[word] then return true end
  end
  return false
end

-- Whether one of the books has just this title, in the form of mix.text.fold, and the author whom
-- the step names in front: others adapt the book under its title.
local function has_title(books, title, author)
  for _, book in ipairs(books) do
    local first = (book.author or {})[1]
    local is_theirs = not (author and first) or share_word(author, first)
    if is_theirs and mix.text.fold(book.title) == title then return true end
  end
  return false
end

-- The title most like `sought`; else of an edition its own, unless that repeats the book's.
local function title_of(book, sought, is_edition)
  local title, best = mix.text.fold(book.title), book
  local most = sought and mix.text.ratio(title, sought)
  for _, other in ipairs(book.other_titles or {}) do
    local folded = mix.text.fold(other.title)
    local likeness = sought and mix.text.ratio(folded, sought)
    if sought and likeness > most then
      best, most = other, likeness
    elseif not sought and is_edition and not folded:find(title, 1, true) then
      return other
    end
  end
  return best
end

--- Gives books that have `other_titles`, a list of {title, subtitle}, the one that `step` means: a
--- service finds a translation by its name and calls it by that of the original. Where a book by
--- the wanted author has just the wanted title, all keep theirs.
function book_answers.take_titles(books, step)
  local wanted = step.title or step.known_title
  local sought = wanted and mix.text.fold(wanted)
  local is_there = sought and has_title(books, sought, step.author)
  for _, book in ipairs(books) do
    local chosen = is_there and book or title_of(book, sought, step.isbn ~= nil)
    book.title, book.subtitle, book.other_titles = chosen.title, chosen.subtitle, nil
  end
  return books
end

-- Books are announced some years ahead; later years are slips, and 0101 stands for an unknown one.
local first_year, years_ahead = 1000, 10

--- Returns the year of a date as librarians type it: "2005", "March 4, 2005", "2005-03"; nil for
--- one that cannot be right.
function book_answers.year(value)
  local digits = json_values.id(value) or ""
  local year = math.tointeger(digits:match("%f[%d](%d%d%d%d)%f[%D]"))
  local last = tonumber(os.date("!%Y", mix.time.now() // 1)) + years_ahead
  return year and year >= first_year and year <= last and year or nil
end

--- Returns the texts of a list or of one text, each once; other values are skipped.
function book_answers.texts(value) return json_values.distinct(json_values.texts(value)) end

--- Returns a number of pages; nil for anything else.
function book_answers.pages(value)
  local pages = math.tointeger(value)
  return pages and pages > 0 and pages < 100000 and pages or nil
end

--- Returns a function that returns the fault of an answer. An answer must be an object; its member
--- `list`, if present, must be a list, and with `is_needed` it must be there.
function book_answers.check(list, is_needed)
  return function(answer)
    if mix.json.is_array(answer) then return "the answer is not a JSON object" end
    local value = answer[list]
    if is_needed and type(value) ~= "table" then return ("the answer has no %s"):format(list) end
    if list and value ~= nil and value ~= mix.json.null and not mix.json.is_array(value) then
      return ("the answer's %s is not a list"):format(list)
    end
  end
end

--- Returns the options of a service's request.
function book_answers.options(service, query)
  local options = { query = query, ttl = book_answers.ttl, reload = service.reload }
  if service.once then options.retry = false end
  return options
end

--- Requests JSON. Returns the table and {cached}, whether it came from the cache; nil and the
--- error. `service`: an open service, whose `client` is asked; with `reload` past the cache, with
--- `once` a single time. `list`: names a member that is a list, and must be there; `further`, or
--- nil, returns the fault of an answer that has it.
function book_answers.get(provider, service, path, query, list, reload, further)
  local options = book_answers.options(service, query)
  options.reload = options.reload or reload
  local check = book_answers.check(list, list ~= nil)
  return json_answers.ask(provider, service.client, path, options, function(answer)
    return check(answer) or further and further(answer)
  end, { is_search = list ~= nil, is_nothing = list and function(answer)
    return #answer[list] == 0
  end })
end

--- Returns a function that says why a provider is not used; nil where it is.
function book_answers.unused(provider)
  return function()
    local is_used = mix.env.setting("books.providers"):find(provider.name, 1, true)
    return not is_used and "not used: books.providers does not name it" or nil
  end
end

return book_answers
