-- Films and series as parts of a screen.

local words = require("programs.trailers.lib.words")

local title_nodes = {}

local usual_trailers = 10
local most_overview = 5000

local pages = { imdb = "https://www.imdb.com/title/%s/", tmdb = "https://www.themoviedb.org/%s" }

local function card(item)
  return {
    key = item.key, title = words.short(item.title),
    subtitle = ("%s · %s"):format(words.year(item), words.kind(item)),
    badge = words.score(item), image = item.poster, label = words.spoken(item),
  }
end

--- The grid. `on_end`: the action that brings more; nil when there is no more.
function title_nodes.cards(items, on_end, empty, is_loading)
  local list = {}
  for place, item in ipairs(items) do list[place] = card(item) end
  return { "cards", items = list, on_select = "open", on_end = on_end, empty = empty,
    loading = is_loading }
end

local function facts(detail)
  local list = {}
  local function add(label, value, href)
    if value and value ~= "" then
      list[#list + 1] = { label = label, value = words.short(tostring(value), 1000), href = href }
    end
  end
  add("Original title", detail.original_title)
  add("Also called", words.people(detail.alternative_titles))
  add("Rating", words.rating(detail))
  add("Date", detail.date or "TBA")
  add("Length", words.length(detail))
  add("Seasons", detail.seasons)
  add("Certification", detail.certification)
  add("Genres", table.concat(detail.genres or {}, ", "))
  add(words.makers(detail), words.people(detail.directors))
  add("Cast", words.people(detail.cast))
  add("TMDB", detail.key, pages.tmdb:format(detail.key))
  if detail.imdb then add("IMDb", detail.imdb, pages.imdb:format(detail.imdb)) end
  return list
end

-- A trailer to play, or in words where it is not at YouTube.
local function trailer(ranked)
  local video = ranked.video
  local title = words.short(words.video(video))
  if not words.video_url(video) then return { "text", title } end
  return { "embed", service = "youtube", video = video.key, title = title }
end

local function add_trailers(node, trailers, most)
  if #trailers == 0 then
    node[#node + 1] = { "text", "No trailers", style = "muted" }
    return
  end
  node[#node + 1] = { "text", "Trailers", style = "heading" }
  for place = 1, math.min(#trailers, most) do node[#node + 1] = trailer(trailers[place]) end
  if #trailers > most then
    node[#node + 1] = { "text", ("and %d more"):format(#trailers - most), style = "muted" }
  end
end

--- A title that is open. `state`: loading, loaded or error; `problem`: why only the list's facts
-- are known; `most`: how many trailers (default 10).
function title_nodes.detail(detail, trailers, state, problem, most)
  local node = { "detail",
    title = words.short(detail.title), image = detail.poster, facts = facts(detail),
    subtitle = ("%s · %s"):format(words.year(detail), words.kind(detail)), on_close = "close",
    detail.is_old and { "message", "TMDB did not answer; this is what it said before.",
      tone = "warning" } or false,
    problem and { "message", problem.message, tone = "error",
      actions = { { label = "Ask again", action = "ask_title" } } } or false,
    detail.tagline and { "text", words.short(detail.tagline), style = "muted" } or false,
    detail.overview and { "text", words.short(detail.overview, most_overview) } or false,
  }
  if state == "loading" then
    node[#node + 1] = { "progress", "Loading the details", done = 0 }
  elseif state == "loaded" then
    add_trailers(node, trailers, most or usual_trailers)
  end
  return node
end

return title_nodes
