-- The lists that people give to the screen: kept in the data folder, as a run reads them.

local export_presets = require("lib.export_presets")
local records = require("lib.records")
local rules_for = require("lib.linking.rules_for")
local tables = require("lib.linking.tables")

local lists = {}

--- The names of the two lists.
lists.names = { left = "Your list", right = "The other list" }

-- Values of a column that are shown.
local most_samples = 3

local presets = {
  goodreads = "Goodreads", storygraph = "StoryGraph", librarything = "LibraryThing",
  calibre = "Calibre", bookwyrm = "BookWyrm", hardcover = "Hardcover", libib = "Libib",
  letterboxd = "Letterboxd", imdb = "IMDb", trakt = "Trakt", plex = "Plex", discogs = "Discogs",
  rateyourmusic = "RateYourMusic", lastfm = "Last.fm", shazam = "Shazam",
  tunemymusic = "TuneMyMusic", exportify = "Exportify", youtube = "YouTube Takeout",
  ["apple-music"] = "Apple Music",
}

-- The first values of each column, and the number of rows.
local function read(opened)
  local samples, rows = {}, 0
  for page in opened.next do
    for _, cells in ipairs(page) do
      rows = rows + 1
      for place in ipairs(opened.header) do
        local found, value = samples[place] or {}, cells[place]
        samples[place] = found
        if type(value) == "table" then value = mix.json.encode(value) end
        if #found < most_samples and value and value ~= "" then found[#found + 1] = value end
      end
    end
  end
  return samples, rows
end

--- Opens a list that is kept at a path: {path, header, samples, rows, program, kind (of the rules
--- that fit)}; nil and the reason.
function lists.open(side, path)
  local opened, reason = tables.open(path)
  if not opened then
    local name = lists.names[side]
    return nil, (reason:gsub(path:gsub("%p", "%%%0"), (name:gsub("%%", "%%%%"))))
  end
  local samples, rows = read(opened)
  if rows == 0 then return nil, lists.names[side] .. " has no rows below its header." end
  local preset = export_presets.of(opened.header)
  return { path = path, header = opened.header, samples = samples, rows = rows,
    kind = rules_for.kind((rules_for.table(opened.header))),
    program = preset and presets[preset.name] }
end

--- Keeps a text as a list, and opens it.
function lists.keep(side, text)
  text = text:gsub("^\u{feff}", "")
  local ending = records.has_records(text) and ".json" or ".csv"
  local path = mix.fs.data(("match/%s%s"):format(side, ending))
  local ok, err = mix.fs.write(path, text)
  if not ok then return nil, err.message end
  return lists.open(side, path)
end

return lists
