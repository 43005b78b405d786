-- Rows as people write them beside what a catalogue offers for each (choice_rows.csv, written from
-- general knowledge): the right one is taken, or a doubt left; no other is, in any order.

local creators = { books = "author", films = "director", songs = "artist", albums = "artist" }
local sets = { books = "match/books", films = "match/films", songs = "match/tracks",
  albums = "match/releases", people = "match/people" }
-- The fields of columns that kinds call otherwise.
local years = { albums = "date", people = "born" }
local others = { songs = "album", people = "also_known_as" }

local rows = {}
for _, line in ipairs(mix.csv.parse(require("choice_rows"))) do
  local record = { [line.kind == "people" and "name" or "title"] = line.title }
  if line.creator ~= "" then record[creators[line.kind]] = line.creator end
  if line.year ~= "" then record[years[line.kind] or "year"] = line.year end
  if line.format ~= "" then record[line.kind == "films" and "kind" or "format"] = line.format end
  if line.others ~= "" then record[others[line.kind] or "alternative_titles"] = line.others end
  if line.is == "wanted" then
    rows[#rows + 1] = { kind = line.kind, wanted = record, candidates = {}, right = {} }
  else
    local row = rows[#rows]
    table.insert(row.candidates, record)
    row.right[record] = line.is == "right" or nil
  end
end

local function reversed(list)
  local found = {}
  for index = #list, 1, -1 do found[#found + 1] = list[index] end
  return found
end

for _, row in ipairs(rows) do
  it(row.kind .. ": " .. (row.wanted.title or row.wanted.name), function()
    local rules = mix.rules.load(sets[row.kind])
    local wanted = next(row.right) and "matched" or nil
    for _, list in ipairs({ row.candidates, reversed(row.candidates) }) do
      local found = mix.match.best(row.wanted, list, rules)
      local taken = found.decision == "matched" and list[found.index] or nil
      assert.equal(wanted, taken and found.decision, found.reason)
      local name = taken and (taken.title or taken.name)
      assert.is_true(taken == nil or row.right[taken] == true, name)
    end
  end)
end
