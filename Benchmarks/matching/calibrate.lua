-- Writes what the scores of the rules that come with mixhost are worth
-- (scripts/rules/data/calibrations.lua), from the labelled pairs that come with it: those of
-- everyday_pairs.csv, and those made of films.csv, people.csv and albums.csv. After the rules were
-- changed:
--
--   mixhost --allow-write scripts/rules/data Benchmarks/matching/calibrate.lua \
--     scripts/spec/rules/everyday_pairs.csv scripts/rules/data/calibrations.lua [FOLDER]
--
-- FOLDER has labelled tables of other sites, as docs/matching-figures.md names them: songs and
-- books are calibrated by them, too, each set counting as much as the others, because pairs that
-- are written to be hard say little about the scores of lists. Without it their numbers change.

local labelled_pairs = require("lib.labelled_pairs")
local isotonic = require("lib.learning.isotonic")
local validation = require("lib.learning.validation")
local vectors = require("lib.learning.vectors")

local source, target, folder = ...
if not (source and target) then mix.ui.fail("the pairs, and the file to write, expected", 2) end

local everyday = source:match("[^/]+$")
local sets = {
  { name = "books", kind = "book", creator = "author", data = "book of " .. everyday,
    others = { "book_amazon_goodreads_B.csv", "book_goodreads_bn_P.csv" } },
  { name = "films", made = "spec.rules.film_pairs", data = "pairs made of films.csv" },
  { name = "people", made = "spec.rules.person_pairs",
    data = "pairs made of people.csv and films.csv" },
  { name = "releases", made = "spec.rules.album_pairs", data = "pairs made of albums.csv" },
  { name = "tracks", kind = "music", creator = "artist", data = "music of " .. everyday,
    others = { "song_musicbrainz_20k_first.csv", "song_salami_youtube.csv" } },
}

local function pairs_of(set)
  if set.made then return require(set.made).all() end
  local list = {}
  for _, row in ipairs(mix.csv.parse(assert(mix.fs.read(source)))) do
    -- A row that people may call one or two has no label.
    if row.kind:match("^%a+") == set.kind and row.expected ~= "either" then
      list[#list + 1] = {
        left = { title = row.title_a, [set.creator] = row.creator_a },
        right = { title = row.title_b, [set.creator] = row.creator_b },
        label = row.expected == "same",
      }
    end
  end
  return list
end

-- The labelled vectors of a set, and those of tables of other sites: a list for each.
local function lists_of(set, rules)
  local lists = { (vectors.of(pairs_of(set), rules)) }
  for _, name in ipairs(folder and set.others or {}) do
    local list = assert(labelled_pairs.read(folder .. "/" .. name))
    lists[#lists + 1] = vectors.of(labelled_pairs.for_rules(list, rules), rules)
  end
  return lists
end

local function add_points(lines, name, points)
  if #points == 0 then return end
  lines[#lines + 1] = ("    %s = {"):format(name)
  for first = 1, #points, 2 do
    local pair = {}
    for place, point in ipairs({ points[first], points[first + 1] }) do
      pair[place] = ("{ score = %g, probability = %g },"):format(point.score, point.probability)
    end
    lines[#lines + 1] = "      " .. table.concat(pair, " ")
  end
  lines[#lines + 1] = "    },"
end

local lines = {
  "-- Probabilities of scores, measured on the labelled pairs of mixhost; written by",
  "-- Benchmarks/matching/calibrate.lua.",
  "return {",
}
for _, set in ipairs(sets) do
  local rules = mix.rules.load("match/" .. set.name)
  local lists, model = lists_of(set, rules), vectors.model(rules:describe())
  local is_pooled = #lists > 1
  local list = is_pooled and isotonic.weighed(lists) or lists[1]
  local calibration = isotonic.fit(list, is_pooled
    and ("%s and %d sets of other sites"):format(set.data, #lists - 1) or set.data, model)
  lines[#lines + 1] = ("  %s = {"):format(set.name)
  lines[#lines + 1] = ("    source = %q, pairs = %d, refused = %g,"):format(
    calibration.source, calibration.pairs, calibration.refused)
  if is_pooled then lines[#lines + 1] = ("    share = %g,"):format(calibration.share) end
  add_points(lines, "points", calibration.points)
  if is_pooled then
    add_points(lines, "refused_by_one", calibration.refused_by_one)
    add_points(lines, "refused_by_several", calibration.refused_by_several)
  end
  lines[#lines + 1] = "  },"
  print(("%s: %d pairs; off by %.1f points on pairs not seen"):format(set.name, #list,
    100 * isotonic.held_out(validation.split(list, 5, mix.random.new(1)), model)))
end
lines[#lines + 1] = "}\n"
assert(mix.fs.write(target, table.concat(lines, "\n")))
