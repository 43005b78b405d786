-- A build up to the moment of writing: asks a music service what the steps of the rules want to
-- know, and hands them what it says. Nothing is changed here.

local ahead = require("programs.playlist.lib.ahead")
local artist_lines = require("programs.playlist.lib.artist_lines")
local failure = require("lib.failure")
local targets = require("programs.playlist.lib.targets")
local words = require("programs.playlist.lib.words")

local pipeline = {}

local need = failure.need

-- Requests of one kind at once.
local at_once = 6

-- A step's result that is of the wrong type.
local function wrong(rules, step, message)
  failure.raise(("%s: step '%s' %s"):format(rules:path(), step, message), "rule")
end

--- The artist whom a line means; nil and why there is none. Raises what keeps the service from
--- answering; that one artist is not there is no such thing.
function pipeline.resolve(rules, service, query)
  local entry = artist_lines.read(query)
  if entry.problem then return nil, entry.problem end
  if entry.id then
    local artist = need(service:lookup({ entry.id }))[1]
    if artist then return artist, "by its address" end
    return nil, ("Spotify has no artist %s"):format(entry.id)
  end
  local matches, err = service:search({ name = entry.name, limit = 10 })
  if not matches and failure.is_of_question(err) then return nil, err.message end
  need(matches, err)
  if #matches == 0 then return nil, "the search found nobody" end
  local artist = rules:run("resolve", entry.name, matches)
  if artist then return artist, ("one of %d that the search found"):format(#matches) end
  return nil, ("none of %d that the search found is like it; the first: %s"):format(
    #matches, matches[1].name)
end

-- Looks lines up until there are as many different artists as the user wants: `known` has those of
-- lines before. The lines after that could not come into the playlist.
local function resolve_all(context, queries, known)
  local artists, most = {}, context.options.max_artists
  -- Each line gives one artist at most.
  local function needed() return most > 0 and most - known.count or math.huge end
  if #queries > 0 then context.progress("artists", 0, #queries) end
  ahead.each(queries, at_once, needed, function(query)
    return pipeline.resolve(context.rules, context.service, query)
  end, function(query, place, artist, why)
    context.progress("artists", place, #queries, artist_lines.shown(query))
    if not artist then return context.unresolved(artist_lines.shown(query), why) end
    artists[#artists + 1] = artist
    if not known[artist.id] and artist.name ~= "" then
      known[artist.id] = true
      known.count = known.count + 1
    end
  end)
  return artists
end

local function collect_artists(context)
  local options, service = context.options, context.service
  local known = { count = 0 }
  local found = { manual = resolve_all(context, options.manual_artist_queries, known) }
  found.file = resolve_all(context, context.file_artists, known)
  local sources = { library = "top_artists", followed = "followed_artists" }
  while true do
    local answer = context.rules:run("artists", options, found)
    if not answer.fetch then return answer end
    local method = sources[answer.fetch]
    if not method or found[answer.fetch] then
      wrong(context.rules, "artists", ("asks for '%s', which is %s"):format(
        answer.fetch, method and "there already" or "neither library nor followed"))
    end
    context.progress("artists", 0, 0, answer.fetch)
    found[answer.fetch] = need(service[method](service, answer.limit))
  end
end

-- An artist's tracks, as many as the rules want now. Tracks fetched ahead count if they are that
-- many.
local function tracks_of(context, artist, wanted, fetched)
  if fetched.wanted == wanted then return fetched.tracks, fetched.err end
  return context.service:top_tracks(artist, wanted)
end

local function collect_tracks(context, artists)
  local options, rules = context.options, context.rules
  local chosen, memory = {}, {}
  local counts = { fetched = 0, dropped = 0, failed = {} }
  local function wanted() return rules:run("tracks", options, #chosen) end
  -- An artist gives `limit_per_artist` tracks at most.
  local function needed()
    if not wanted() then return 0 end
    if options.max_tracks <= 0 then return math.huge end
    return math.max(1, (options.max_tracks - #chosen + options.limit_per_artist - 1)
      // options.limit_per_artist)
  end
  local function add(tracks)
    counts.fetched = counts.fetched + #tracks
    local result = rules:run("dedupe", options, tracks, chosen, memory)
    if type(result.kept) ~= "table" or type(result.dropped) ~= "table" then
      wrong(rules, "dedupe", "returns {kept = tracks, dropped = tracks}")
    end
    table.move(result.kept, 1, #result.kept, #chosen + 1, chosen)
    counts.dropped = counts.dropped + #result.dropped
  end
  context.progress("tracks", 0, #artists)
  ahead.each(artists, at_once, needed, function(artist)
    local fetched = { wanted = wanted() }
    fetched.tracks, fetched.err = context.service:top_tracks(artist, fetched.wanted)
    return fetched
  end, function(artist, place, fetched)
    context.progress("tracks", place, #artists, artist.name)
    local tracks, err = tracks_of(context, artist, wanted(), fetched)
    if tracks then return add(tracks) end
    -- These would meet all other artists too.
    if failure.is_for_all(err) or failure.is_unsent(err) then error(err, 0) end
    counts.failed[#counts.failed + 1] = artist.name
    context.artist_failed(artist, err)
  end)
  return chosen, counts
end

--- "A, B – Title".
function pipeline.display(track)
  local names = table.concat(track.artists, ", ")
  return names ~= "" and ("%s – %s"):format(names, track.name) or track.name
end

local function find_target(context, name, user)
  local rules, options = context.rules, context.options
  local target, playlists = rules:run("target", options, name, nil, user), nil
  if target and target.fetch == "playlists" then
    context.progress("playlists", 0, 0, name)
    playlists = need(context.service:playlists())
    target = rules:run("target", options, name, playlists, user)
  end
  if not target then return nil end
  if type(target.id) ~= "string" then
    wrong(rules, "target", "returns a playlist with its id, or nil")
  end
  if not playlists then return context.named(target) end
  -- Names are not unique; a guess would change the wrong one.
  local alike = targets.alike(target, playlists, user)
  return #alike > 1 and context.choose(alike, target.name) or target
end

-- Why a build has no artists. The desktop builder's rules keep its words.
local function no_artists(context)
  local named = #context.options.manual_artist_queries + #context.file_artists
  if context.exact or named == 0 then
    return "No artists were resolved from the configured sources."
  end
  local lines = table.move(context.options.manual_artist_queries, 1,
    #context.options.manual_artist_queries, 1, {})
  table.move(context.file_artists, 1, #context.file_artists, #lines + 1, lines)
  for place, line in ipairs(lines) do lines[place] = artist_lines.shown(line) end
  return ("no artist was found for %s; \"artists check FILE\" says why, and --library on or "
    .. "--followed on takes yours"):format(words.quoted(lines, 5))
end

--- Reads what a build needs and chooses its tracks. `context`: see report.context. Returns {name,
--- user, target, artists, tracks, prepared, display, stats, failed}; raises a failure.
function pipeline.prepare(context)
  local options, rules = context.options, context.rules
  local name = rules:run("name", options, context.today)
  local user = context.user or need(context.service:me())
  local artists = collect_artists(context)
  if #artists == 0 then
    failure.raise(no_artists(context), "no_artists", {
      page = "No artist was found: see the names, or take those that you hear most or follow." })
  end
  local tracks, counts = collect_tracks(context, artists)
  if #tracks == 0 and not options.truncate then
    failure.raise("No tracks could be generated for the playlist.", "no_tracks")
  end
  tracks = rules:run("trim", options, rules:run("order", options, tracks))
  local prepared, display = {}, {}
  for place, track in ipairs(tracks) do
    prepared[place] = "spotify:track:" .. track.id
    display[place] = pipeline.display(track)
  end
  local target = find_target(context, name, user.id)
  -- The desktop builder's figures have the name that was asked for.
  if not context.exact and target and target.name then name = target.name end
  return {
    name = name, user = user, target = target, artists = artists,
    tracks = tracks, prepared = prepared, display = display, failed = counts.failed,
    stats = {
      playlist_name = name, artists_retrieved = #artists, top_tracks_retrieved = counts.fetched,
      variants_deduped = counts.dropped, total_prepared = #prepared, total_uploaded = 0,
    },
  }
end

return pipeline
