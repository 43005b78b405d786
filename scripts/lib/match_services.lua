-- The services that match searches: those whose providers say that they can search a kind. A row is
-- turned into searches by the contract of the providers (docs/services-own.md).

local broken_services = require("lib.broken_services")
local failure = require("lib.failure")
local has = require("lib.has")
local identifiers = require("lib.identifiers")
local near = require("lib.near")
local providers = require("lib.providers")

local services = {}

-- Most candidates of one title whose own pages are read.
local most_completed = 3

-- A search for films tells neither people nor length, and some no identifier of IMDb; they are read
-- where the row has them.
local function completed(service, record, found)
  local wants = record.director or record.cast or record.runtime
  if not (wants or record.imdb_id) then return found end
  local title, count = mix.text.fold(record.title), 0
  for place, candidate in ipairs(found) do
    local lacks = wants or not candidate.imdb
    if count < most_completed and lacks and mix.text.fold(candidate.title) == title then
      count = count + 1
      local full, err = service:complete(candidate)
      if not full and not failure.is_of_question(err) then return nil, err end
      found[place] = full or candidate
    end
  end
  return found
end

-- The results whose other titles are asked for where no name matches.
local most_named = 3

-- Adds other titles, by which a service finds as well but which a search does not show.
local function with_other_titles(service, found, record, rules)
  if not service.alternative_titles then return found end
  local match = mix.match.best(record, found, rules)
  if match and match.decision == "matched" then return found end
  for place = 1, math.min(most_named, #found) do
    local titles, err = service:alternative_titles(found[place])
    -- Without them the right film may look like another one.
    if not titles and not failure.is_of_question(err) then return nil, err end
    found[place].alternative_titles = titles
  end
  return found
end

-- Asks for films, which are completed where the row tells more than a search. Other titles cost
-- requests, and are left to the first searches.
local function films(service, query, record, rules, is_further)
  local found, info = service:search(query)
  if not found then return nil, info end
  local full, problem = completed(service, record, found)
  if full and not is_further then
    full, problem = with_other_titles(service, full, record, rules)
  end
  return full, full and info or problem
end

local function plainly(service, query) return service:search(query) end

-- Whether one of a book's numbers is an ISBN.
local function has_isbn(book, isbn)
  for _, number in ipairs(book.numbers) do
    if identifiers.isbn(number) == isbn then return true end
  end
  return false
end

-- Asks for books. One that was found by its words has the row's ISBN if it is among its numbers.
local function books(service, query, record)
  query.known_title = type(record.title) == "string" and record.title or nil
  local found, err = service:search(query)
  local isbn = found and identifiers.isbn(record.isbn)
  for _, book in ipairs(isbn and found or {}) do
    if not book.isbn and has_isbn(book, isbn) then book.isbn = isbn end
  end
  return found, err
end

-- The shape of a kind, the field that a row needs, how a query is asked, and the fields of rules
-- that the shapes call otherwise.
local kinds = {
  tracks = { of = "track", needs = "title", ask = plainly },
  books = {
    of = "book", needs = "title", ask = books, renamed = { publisher = "edition_publisher" },
  },
  films = {
    of = "film", needs = "title", ask = films,
    renamed = { kind = "type", runtime = "minutes", director = "directors", imdb_id = "imdb" },
  },
  people = {
    of = "person", needs = "name", ask = plainly,
    renamed = { also_known_as = "aliases", description = "disambiguation" },
  },
  releases = {
    of = "release", needs = "title", ask = plainly, renamed = { date = "release_date" },
  },
}

-- Gives candidates the names of the rules' fields.
local function with_names(candidates, names)
  for field, name in pairs(names or {}) do
    for _, candidate in ipairs(candidates or {}) do candidate[field] = candidate[name] end
  end
  return candidates
end

local order = { "tracks", "books", "films", "people", "releases" }

-- The services, once they were asked for: `names`; by name their `kinds`, the one without --rules
-- first, the abilities of their providers by kind (`can`), and their `titles`.
local known

local function warn_of(name, message)
  mix.log.warn(("the service %s is left out: %s"):format(name, message))
end

-- Returns the provider of a service. One that cannot be loaded costs no other service.
local function provider_of(name)
  local provider, message = providers.load(name)
  if not provider then warn_of(name, message) end
  return provider or {}
end

-- Adds the kinds of a service that can be searched.
local function add(found, name)
  local provider, list, can_of = provider_of(name), {}, {}
  for _, kind in ipairs(order) do
    local of = kinds[kind].of
    local can = (provider.can or {})[of] or {}
    if can.search then
      can_of[kind] = can
      table.insert(list, of == provider.kind and 1 or #list + 1, kind)
    end
  end
  found.titles[name] = provider.title
  if not list[1] then return end
  found.kinds[name], found.can[name] = list, can_of
  found.names[#found.names + 1] = name
end

-- Loads them with the first question: `require` cannot wait.
local function all()
  if known then return known end
  local found = { names = {}, kinds = {}, can = {}, titles = {} }
  for _, each in ipairs(broken_services.list()) do warn_of(each.name, each.message) end
  for _, name in ipairs(mix.host.services()) do add(found, name) end
  known = known or found
  return known
end

--- Returns the names of all services, as messages list them.
function services.names() return all().names end

--- Returns whether a service of a name is known.
function services.is_known(name) return all().kinds[name] ~= nil end

--- Returns what people call a service.
function services.title(name) return all().titles[name] or name end

--- Returns the kinds that a service has, the one without --rules first.
function services.kinds(name) return all().kinds[name] or {} end

--- Returns the first service of a kind that answers without a key that is missing; nil without one.
function services.first_of(kind)
  for _, name in ipairs(all().names) do
    local is_meant = all().kinds[name][1] == kind
    if is_meant and require(("services.%s.provider"):format(name)).open({}) then return name end
  end
end

--- Returns the nearest name of a service, as a remark for a message.
function services.near(name) return near(name, all().names) end

--- Returns the names of the services that have a kind.
function services.with_kind(wanted)
  local found = {}
  for _, name in ipairs(all().names) do
    if has(services.kinds(name), wanted) then found[#found + 1] = name end
  end
  return found
end

--- Returns how a service is searched for rules (their name, or nil): {kind, of (the shape), needs,
--- ask, named, can}; nil and the fault where it has nothing of their kind. Rules of no known kind
--- take the service's first. `ask(service, query, record, rules, is_further)` returns candidates
--- with the rules' fields; nil and the error. `named` gives other candidates these fields; `can`:
--- the provider's abilities.
function services.of(name, rules)
  local kinds_of, can_of = all().kinds, all().can
  local wanted = rules and (rules:match("^mixhost:match/(%w+)") or rules:match("^match/(%w+)")
    or rules:match("^(%w+)"))
  local found = kinds[wanted] and wanted or kinds_of[name][1]
  for _, kind in ipairs(kinds_of[name]) do
    if kind == found then
      local entry = kinds[kind]
      local function named(candidates) return with_names(candidates, entry.renamed) end
      return { kind = kind, of = entry.of, needs = entry.needs, named = named,
        can = can_of[name][kind],
        ask = function(...)
          local candidates, err = entry.ask(...)
          return named(candidates), err
        end }
    end
  end
  return nil, ("--with %s: it has no %s; ask %s"):format(name, found,
    table.concat(services.with_kind(found), " or "))
end

return services
