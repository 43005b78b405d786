-- Blocking keys of films and series: the identifier, words of all titles and of what stands for
-- them, the directors with the year.

local fields = require("rules.lib.fields")
local filmfacts = require("rules.lib.filmfacts")
local filmtitles = require("rules.lib.filmtitles")
local lists = require("rules.lib.lists")
local words = require("rules.lib.block_words")

-- The most titles of a record.
local most_titles = 8

-- The titles of a record, the parts of a cell with two each.
local function titles_of(record)
  local found = {}
  local function add(raw)
    for _, title in ipairs(filmtitles.split(raw)) do
      if #found < most_titles then found[#found + 1] = filmtitles.parse(title) end
    end
  end
  for _, field in ipairs({ "title", "original_title" }) do
    local raw = fields.text(record[field], " ")
    if raw then add(raw) end
  end
  for _, raw in ipairs(lists.of(record.alternative_titles)) do add(raw) end
  return found
end

local function add_title(keys, title)
  local list = words.of(title.full)
  keys:whole("t", list)
  keys:each("t", list, 6)
  keys:pairs("t", list, 5)
  for reading in pairs(title.readings) do keys:whole("t", words.of(reading)) end
end

-- Years that differ by one share a half of one of them.
local function halves(year) return { year // 2, (year + 1) // 2 } end

return {
  kind = "block",
  name = "films",
  doc = "The identifier, words of the titles, pairs of them, the directors with the year.",
  fields = { "title", "original_title", "alternative_titles", "year", "director", "imdb_id" },
  keys = function(record)
    local keys = words.new()
    local id = filmfacts.imdb(record.imdb_id)
    if id then keys:add("i:" .. id) end
    local titles = titles_of(record)
    for _, title in ipairs(titles) do add_title(keys, title) end
    local year = filmfacts.years(record.year) or titles[1] and titles[1].year
    local directors = year and filmfacts.people(record.director) or {}
    for index = 1, math.min(3, #directors) do
      for _, half in ipairs(halves(year)) do
        keys:add(("d:%s %d"):format(directors[index].sorted, half))
      end
    end
    return keys.list
  end,
}
