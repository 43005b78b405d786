-- The list in the forms that other programs take.

local words = require("programs.trailers.lib.words")

local exports = {}

local csv_columns = {
  "place", "tmdbID", "imdbID", "Title", "Year", "type", "date", "rating", "votes", "popularity",
  "genres", "poster",
}

--- CSV with a head. The names of its first columns are those that Letterboxd imports by.
function exports.csv(items)
  local rows = {}
  for place, item in ipairs(items) do
    rows[place] = {
      place = place, tmdbID = item.id, imdbID = item.imdb or "", Title = words.plain(item.title),
      Year = item.year or "", type = item.type, date = item.date or "", rating = item.rating or "",
      votes = item.votes, popularity = item.popularity, genres = table.concat(item.genres, ", "),
      poster = item.poster or "",
    }
  end
  return mix.csv.encode(rows, { columns = csv_columns })
end

local builders = { { "movie", "tmdb_movie", "Movies" }, { "tv", "tmdb_show", "TV Shows" } }

local function collection(lines, name, builder, items)
  -- A text of JSON is one of YAML.
  lines[#lines + 1] = ("  %s:"):format(mix.json.encode(name))
  lines[#lines + 1] = ("    %s:"):format(builder)
  for _, item in ipairs(items) do
    lines[#lines + 1] = ("      - %d  # %s (%s)"):format(
      item.id, words.plain(item.title), words.year(item))
  end
  lines[#lines + 1] = "    collection_order: custom"
  lines[#lines + 1] = "    sync_mode: sync"
end

--- A collection file for Kometa: a collection for films and one for series, because a library of
-- Plex has either.
function exports.kometa(items, name)
  local lines, parts = { "collections:" }, {}
  for _, builder in ipairs(builders) do
    local found = {}
    for _, item in ipairs(items) do
      if item.type == builder[1] then found[#found + 1] = item end
    end
    if #found > 0 then parts[#parts + 1] = { builder, found } end
  end
  for _, part in ipairs(parts) do
    local builder, found = part[1], part[2]
    local own_name = #parts > 1 and ("%s (%s)"):format(name, builder[3]) or name
    collection(lines, own_name, builder[2], found)
  end
  if #parts == 0 then return "collections: {}\n" end
  return table.concat(lines, "\n") .. "\n"
end

--- The answer of a Stremio add-on's catalogue: {metas}. A title goes by its IMDb identifier, which
-- Stremio's own add-on describes; one without, by that of TMDB.
function exports.stremio(items)
  local metas = mix.json.array({})
  for place, item in ipairs(items) do
    metas[place] = {
      id = item.imdb or ("tmdb:%d"):format(item.id),
      type = item.type == "movie" and "movie" or "series",
      name = item.title, poster = item.poster, description = item.overview,
      releaseInfo = item.year and tostring(item.year), genres = mix.json.array(item.genres),
    }
  end
  return mix.json.encode({ metas = metas }) .. "\n"
end

return exports
