-- How an export of works stands against the truth of the catalogue.

local export = require("lib.mock.export")
local make_books = require("lib.mock.catalogue.books")
local volume_ids = require("lib.mock.volume_ids")

local score = {}

-- The number of the listing that a work was enriched from at each service; the mocks of the
-- services write these identifiers.
local readers = {
  olid = function(key)
    local number = math.tointeger(tonumber(key:match("^OL(%d+)W$")))
    return number and number - 10000000
  end,
  google = volume_ids.number,
}

-- Whether a work was enriched, from nothing but the listing with a number.
local function is_from(identifiers, number)
  local is_known, is_right = false, true
  for name, read in pairs(readers) do
    local found = identifiers[name] and read(identifiers[name])
    if found then is_known, is_right = true, is_right and found == number end
  end
  return is_known and is_right
end

-- The name under which a work counts: right, wrong_matched, uncertain, missed, or foreign (not one
-- of ours).
local function judged(books, work)
  local identifiers = work.identifiers or {}
  local id = math.tointeger(tonumber(identifiers.goodreads))
  local index = id and export.index(id)
  if not index or index >= books.size then return "foreign" end
  if work.status == "enriched" then
    return is_from(identifiers, index * 8) and "right" or "wrong_matched"
  end
  if work.status == "uncertain" then return "uncertain" end
  local is_nowhere = books:lacks(index, "openlibrary") and books:lacks(index, "google_books")
  return work.status == "not_found" and is_nowhere and "right" or "missed"
end

local function is_work(work)
  if type(work) ~= "table" or mix.json.is_array(work) then return false end
  local status, identifiers = work.status, work.identifiers
  if status ~= nil and status ~= mix.json.null and type(status) ~= "string" then return false end
  if identifiers == nil or identifiers == mix.json.null then
    work.identifiers = nil
    return true
  end
  if type(identifiers) ~= "table" then return false end
  for _, value in pairs(identifiers) do
    if type(value) ~= "string" then return false end
  end
  return true
end

-- The works of an export; nil for another text.
local function works_of(text)
  local found = mix.json.decode(text)
  local works = type(found) == "table" and (found.works or found)
  if type(works) ~= "table" or not mix.json.is_array(works) then return nil end
  for _, work in ipairs(works) do
    if not is_work(work) then return nil end
  end
  return works
end

--- Returns how many works of an export (JSON) are right, wrong_matched, uncertain, missed, foreign;
--- nil and what is wrong with the text.
function score.count(books, text)
  local works = works_of(text)
  if not works then
    return nil, "no export of works as JSON: a list of objects with status and identifiers is "
      .. "expected"
  end
  local counts = { right = 0, wrong_matched = 0, uncertain = 0, missed = 0, foreign = 0 }
  for _, work in ipairs(works) do
    local kind = judged(books, work)
    counts[kind] = counts[kind] + 1
  end
  return counts
end

--- Returns the counts as a line of JSON; nil and what is wrong with the text.
function score.text(text)
  local books = make_books(mix.mock.option("seed"), mix.mock.option("books"))
  local counts, err = score.count(books, text)
  if not counts then return nil, err end
  return ('{"right":%d,"wrong_matched":%d,"uncertain":%d,"missed":%d}'):format(counts.right,
    counts.wrong_matched, counts.uncertain, counts.missed)
end

return score
