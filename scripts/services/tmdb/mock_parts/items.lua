-- Titles of the mock as they stand in lists, and the languages of a request: English, and German as
-- far as somebody has translated it.

local titles = require("services.tmdb.mock_parts.titles")
local vocabulary = require("services.tmdb.mock_parts.vocabulary")

local items = {}

-- Mistakes that were seen in captured answers, or that a client must not stumble over: titles that
-- are null, votes as text, `0000-00-00`, every third page the one before once more, and
-- `total_pages` that grows with each page.
local all = { "untitled", "text-votes", "zero-dates", "repeated-pages", "growing" }
local oddities = {}

local function read_oddities(text)
  local is_known = {}
  for _, name in ipairs(all) do
    is_known[name], oddities[name] = true, text == "all"
  end
  for name in (text == "all" and "" or text .. "+"):gmatch("([^+]*)%+") do
    if not is_known[name] then
      return { "oddities", ("takes %s or all, not '%s'"):format(table.concat(all, ", "), name) }
    end
    oddities[name] = true
  end
end

local option = mix.mock.option("oddities")
--- The option as far as it is not understood, {name, message}.
items.refused_option = option and read_oddities(option)

local function is_german(query) return (query.language or ""):sub(1, 2) == "de" end

--- Whether a mistake of lists is asked for.
function items.is_odd(name) return oddities[name] end

-- Every fourth entry has the mistakes.
local function has(oddity, place) return oddities[oddity] and place and place % 4 == 1 end

--- Returns a title's name in the language of a request. Every other one has a German name.
function items.name(title, query)
  local is_translated = is_german(query) and title.index % 2 == 0
  return is_translated and title.name .. " (deutsch)" or title.name
end

--- Returns the description in English.
function items.english(title)
  return vocabulary.overviews[title.index % #vocabulary.overviews + 1]
end

--- Returns the description in the language of a request: empty where nobody has translated it.
function items.overview(title, query)
  if not is_german(query) then return items.english(title) end
  return title.index % 2 == 0 and "Eine Geschichte, die alles verändert." or ""
end

--- Returns a genre {id, name} of a kind's list.
function items.genre(genre, query)
  local name = is_german(query) and vocabulary.german_genres[genre[2]] or genre[2]
  return { id = genre[1], name = name }
end

--- Returns what lists and details have alike.
function items.base(title, query)
  local kind, facts = title.kind, title.facts
  local base = {
    adult = false, id = title.id,
    backdrop_path = title.has_backdrop and titles.image(title, 1) or mix.json.null,
    poster_path = title.has_poster and titles.image(title, 2) or mix.json.null,
    original_language = title.language, overview = items.overview(title, query),
    popularity = facts.popularity / 1000, vote_average = facts.vote / 1000,
    vote_count = facts.votes, [kind.title] = items.name(title, query),
    ["original_" .. kind.title] = title.name, [kind.date] = title.date,
  }
  base.origin_country = kind == titles.tv and mix.json.array({ "US" }) or nil
  if kind == titles.movie then base.video = false end
  return base
end

--- Returns an entry of a list. `says_kind`: lists of several kinds say of each what it is; `place`:
--- in the list, from 0, on which the oddities hang.
function items.entry(title, query, says_kind, place)
  local kind, item = title.kind, items.base(title, query)
  item.media_type = says_kind and kind.name or nil
  if not title.leaves_genres_out then
    item.genre_ids = mix.json.array({})
    for _, genre in ipairs(title.genres) do table.insert(item.genre_ids, genre[1]) end
  end
  if not title.facts.day and title.leaves_date_out then item[kind.date] = nil end
  if has("zero-dates", place) then item[kind.date] = "0000-00-00" end
  if has("text-votes", place) then item.vote_average = ("%.14g"):format(item.vote_average) end
  if has("untitled", place) then
    item[kind.title], item["original_" .. kind.title] = mix.json.null, nil
  end
  return item
end

return items
