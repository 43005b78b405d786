-- The JSON of mixhost trailers. Every field is there; unknown ones are null.

local words = require("programs.trailers.lib.words")

local documents = {}

local function or_null(value)
  if value == nil then return mix.json.null end
  return value
end

--- An entry of the list.
function documents.item(item)
  return {
    type = item.type, id = item.id, title = item.title, date = or_null(item.date),
    year = or_null(item.year), rating = or_null(item.rating), votes = item.votes,
    popularity = item.popularity, genres = mix.json.array(item.genres),
    poster = or_null(item.poster), overview = or_null(item.overview),
    imdb = item.imdb, tvdb = item.tvdb,
  }
end

--- A trailer: `ranked` is an entry of what the rules gave.
function documents.trailer(ranked)
  local video = ranked.video
  return {
    name = or_null(video.name), label = words.video(video), url = or_null(words.video_url(video)),
    type = or_null(video.type), official = or_null(video.official), size = or_null(video.size),
    language = or_null(video.iso_639_1), published = or_null(video.published_at),
    decided_by = or_null(ranked.decided_by),
  }
end

--- A film or series with its trailers.
function documents.detail(detail, trailers, stale)
  local document = documents.item(detail)
  document.original_title = or_null(detail.original_title)
  document.alternative_titles = mix.json.array(detail.alternative_titles or {})
  document.tagline = or_null(detail.tagline)
  document.length = or_null(words.length(detail))
  document.minutes = or_null(detail.minutes)
  document.seasons = or_null(detail.seasons)
  document.certification = detail.certification
  document.language = or_null(detail.language)
  document.directors = mix.json.array(detail.directors)
  document.cast = mix.json.array(detail.cast)
  document.trailers = mix.json.array({})
  for place, ranked in ipairs(trailers) do document.trailers[place] = documents.trailer(ranked) end
  document.imdb, document.tvdb = or_null(detail.imdb), or_null(detail.tvdb)
  document.stale = stale
  return document
end

return documents
