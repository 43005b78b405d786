-- Builds as the desktop builder's golden outputs record them: the steps of a rule file against its
-- stubbed service, which notes the calls.

local options = require("programs.playlist.lib.draft.options")
local pipeline = require("programs.playlist.lib.pipeline")
local plan = require("programs.playlist.lib.writing.plan")
local report = require("programs.playlist.lib.report")
local writer = require("programs.playlist.lib.writing.writer")

local replay = {}

local function contains(list, wanted)
  for _, value in ipairs(list) do
    if value == wanted then return true end
  end
  return false
end

-- The service of a scenario; it notes the calls that change or cost something.
local function service_of(scenario, catalogue, calls)
  local service = {}
  local function note(...) calls[#calls + 1] = { ... } end
  function service:me() return { id = catalogue.me, name = catalogue.me } end
  function service:lookup(ids) return { { id = ids[1], name = "BYID:" .. ids[1] } } end
  function service:search(wanted)
    local query = wanted.name
    note("search", query, wanted.limit)
    local found = {}
    for _, list in ipairs({ catalogue.library_artists, catalogue.followed_artists }) do
      for _, artist in ipairs(list) do
        if artist.name:lower():find(query:lower(), 1, true) then found[#found + 1] = artist end
      end
    end
    return found
  end
  function service:top_artists(limit)
    note("top_artists", limit)
    return catalogue.library_artists
  end
  function service:followed_artists(limit)
    note("followed_artists", limit)
    return catalogue.followed_artists
  end
  function service:top_tracks(artist, limit)
    note("top_tracks", artist.id, limit)
    if contains(scenario.failing_artists, artist.id) then
      return nil, { kind = "server", status = 500, message = "HTTP status 500" }
    end
    local tracks = catalogue.top_tracks[artist.id] or {}
    return table.move(tracks, 1, math.min(#tracks, limit), 1, {})
  end
  function service:playlists()
    note("find_playlist")
    if not scenario.found_existing then return {} end
    -- The stub finds its playlist whatever it is asked for.
    local found = catalogue.existing_playlist
    return { { id = found.id, name = scenario.result.playlist_name, owner = found.owner_id } }
  end
  function service:items(id)
    note("get_items", id)
    return scenario.existing_items
  end
  function service:replace(id, uris)
    note("replace", id, uris)
    return true
  end
  function service:add(id, uris)
    note("add", id, uris)
    return true
  end
  return service
end

local function options_of(scenario)
  local draft = { dry_run = true }
  for name, value in pairs(scenario.options) do options.set(draft, name, value) end
  return options.whole(draft)
end

--- Runs a scenario: {calls, stdout, result}.
function replay.build(scenario, catalogue, rules)
  local calls, printed = mix.json.array({}), mix.json.array({})
  local function say(line) printed[#printed + 1] = line end
  local chosen = options_of(scenario)
  local context = report.context({
    options = chosen, rules = rules,
    service = service_of(scenario, catalogue, calls), today = "2025-11-20",
    file_artists = {}, say = say,
  })
  local result = pipeline.prepare(context)
  local target = result.target
  local stats, added = result.stats, mix.json.array({})
  if not chosen.dry_run then
    local made = plan.make(context, result)
    writer.execute(made, context.service, { save = function() end, progress = function() end })
    added = made.added
    stats.total_uploaded = #added
  end
  for _, line in ipairs(report.stats_lines(stats)) do say(line) end
  for _, call in ipairs(calls) do
    if call[1] == "find_playlist" then call[2] = result.name end
  end
  return {
    calls = calls, stdout = printed,
    result = {
      playlist_id = target and target.id or "", playlist_name = result.name,
      prepared = mix.json.array(result.prepared), added = added,
      display = mix.json.array(result.display), dry_run = chosen.dry_run,
      reused = target ~= nil, stats = stats,
    },
  }
end

return replay
