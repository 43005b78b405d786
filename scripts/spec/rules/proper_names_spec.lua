-- The code of rules holds no proper names: people, groups, works, series, venues and publishers are
-- data (rules/data). This lists every word of a text in the code of matching that is a word of one
-- of those names, apart from ordinary words, each of which is named here.

local set_of = require("lib.set_of")

local ordinary = set_of([[
  adventures aria artist band book books chronicles classic classics club common concert count cycle
  digital doctor ella experience family files first five folk four french funk great grey
  guide hall holiday
  house illustrated junior kids known later light little live lounge machine manga mark mode music
  name nine note notes novels orchestra orchestral quick read readers remark revival rock romance
  saint series session seventeen singles song street super system take that time trilogy unplugged
  will with work young inch dirty black white blue love story king queen king's life last next other best
  more electric diary
]])

local tables = { "aliases", "work_titles", "series", "venues", "derivers", "cartoonists" }

-- The words of the columns that hold names. Titles of works are made of ordinary words.
local function words_of_names()
  local words = {}
  for _, name in ipairs({ "aliases", "series", "venues", "derivers" }) do
    for _, row in ipairs(mix.csv.parse(require("rules.data." .. name))) do
      for _, cell in ipairs({ row.name or "", row.alias or "" }) do
        for word in mix.text.fold(cell):gmatch("%a%a%a%a+") do words[word] = true end
      end
    end
  end
  return words
end

-- The texts between quotes of a chunk without its comments.
local function texts_of(source)
  source = source:gsub("%-%-[^\n]*", "")
  local texts = {}
  for text in source:gmatch('"([^"\n]*)"') do texts[#texts + 1] = text end
  for text in source:gmatch("%[%[(.-)%]%]") do texts[#texts + 1] = text end
  return texts
end

local function names_in(source, names)
  local found, seen = {}, {}
  for _, text in ipairs(texts_of(source)) do
    for word in mix.text.fold(text):gmatch("%a%a%a%a+") do
      if names[word] and not ordinary[word] and not seen[word] then
        seen[word] = true
        found[#found + 1] = word
      end
    end
  end
  return found
end

describe("proper names", function()
  local names = words_of_names()
  local here = debug.getinfo(1, "S").source:match("^@(.*)/spec/rules/")
  for _, folder in ipairs({ "lib", "match/tracks", "match/books" }) do
    for _, entry in ipairs(assert(mix.fs.list(here .. "/rules/" .. folder))) do
      local file = type(entry) == "table" and entry.name or entry
      -- The behaviour of earlier programs is kept to the letter.
      if file:find("%.lua$") and not file:find("classic", 1, true) then
        it("none in " .. folder .. "/" .. file, function()
          local source = assert(mix.fs.read(("%s/rules/%s/%s"):format(here, folder, file)))
          assert.are.same({}, names_in(source, names))
        end)
      end
    end
  end

  it("finds one", function()
    assert.are.same({ "tolkien" }, names_in('local x = "by Tolkien"', names))
  end)

  it("finds a source in every table", function()
    for _, name in ipairs(tables) do
      assert.is_true(#mix.csv.parse(require("rules.data." .. name)) > 20)
    end
  end)
end)
