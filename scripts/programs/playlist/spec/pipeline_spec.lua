-- A build up to the moment of writing, with a made-up service.

local failure = require("lib.failure")
local options = require("programs.playlist.lib.draft.options")
local pipeline = require("programs.playlist.lib.pipeline")
local plan = require("programs.playlist.lib.writing.plan")
local report = require("programs.playlist.lib.report")

-- A service that knows every artist by name; it counts what it is asked.
local function new_service(changes)
  local service = { asked = {} }
  local function count(name) service.asked[name] = (service.asked[name] or 0) + 1 end
  function service:me() return { id = "u", name = "U" } end
  function service:search(query)
    count("search")
    return { { id = query.name, name = query.name } }
  end
  function service:lookup() return {} end
  function service:top_artists(limit) return { { id = "top" .. limit, name = "Top" } } end
  function service:followed_artists() return {} end
  function service:top_tracks(artist, limit)
    count("tracks")
    local list = {}
    for number = 1, limit do
      local id = ("%s-%d"):format(artist.id, number)
      list[number] = { id = id, name = id, artists = { artist.name } }
    end
    return list
  end
  function service:playlists() return {} end
  for name, fn in pairs(changes or {}) do service[name] = fn end
  return service
end

local function context_of(draft, service, more)
  local context = report.context({
    options = options.whole(draft), rules = mix.rules.load("playlist/standard"), service = service,
    today = "2026-01-31", file_artists = {},
  })
  for name, value in pairs(more or {}) do context[name] = value end
  return context
end

describe("a build", function()
  it("looks up no more lines than it needs, and no more tracks", function()
    local lines = {}
    for number = 1, 10000 do lines[number] = "Artist " .. number // 2 end
    local service = new_service()
    local result = pipeline.prepare(context_of({
      max_artists = 100, limit_per_artist = 10, max_tracks = 55, followed_artists = false,
    }, service, { file_artists = lines }))
    assert.equal(100, result.stats.artists_retrieved)
    assert.are.same({ 198, 6 }, { service.asked.search, service.asked.tracks })
    assert.are.same({ 55, "Artist 0 – Artist 0-1" }, { #result.prepared, result.display[1] })
  end)

  it("continues without an artist that fails, and not without all", function()
    local failed = {}
    local service = new_service({ top_tracks = function(_, artist)
      if artist.name == "A" then return nil, { kind = "server", message = "HTTP status 500" } end
      return { { id = "t", name = "T", artists = { "B" } } }
    end })
    local draft = { manual_artist_queries = { "A", "B" }, followed_artists = false }
    local result = pipeline.prepare(context_of(draft, service, {
      artist_failed = function(artist) failed[#failed + 1] = artist.name end }))
    assert.are.same({ "A" }, failed)
    assert.are.same({ "A" }, result.failed)
    assert.are.same({ "spotify:track:t" }, result.prepared)
    for kind in pairs({ quota = 1, not_signed_in = 1, offline = 1 }) do
      service.top_tracks = function() return nil, { kind = kind, message = kind } end
      local _, err = failure.caught(pipeline.prepare, context_of(draft, service))
      assert.equal(kind, err.kind)
    end
  end)

  it("loses one artist to one refused search, and ends at other failures", function()
    local kind, unresolved = "invalid", {}
    local service = new_service({ search = function(_, query)
      if query.name == "A" then return nil, { kind = kind, message = "Bad search query" } end
      return { { id = query.name, name = query.name } }
    end })
    local draft = { manual_artist_queries = { "A", "B" }, followed_artists = false }
    local function prepare()
      return pipeline.prepare(context_of(draft, service, {
        unresolved = function(_, why) unresolved[#unresolved + 1] = why end }))
    end
    assert.equal(1, prepare().stats.artists_retrieved)
    assert.are.same({ "Bad search query" }, unresolved)
    kind = "rate"
    assert.equal("rate", select(2, failure.caught(prepare)).kind)
  end)

  it("ends when there is nobody, or nothing", function()
    local told = {}
    local _, err = failure.caught(pipeline.prepare, context_of({
      manual_artist_queries = { "spotify:artist:x", "spotify:album:y" }, followed_artists = false,
    }, new_service(), { unresolved = function(_, why) told[#told + 1] = why end }))
    assert.equal("no_artists", err.kind)
    assert.equal(2, #told)
    _, err = failure.caught(pipeline.prepare, context_of({ limit_per_artist = 0 }, new_service()))
    assert.equal("no_tracks", err.kind)
  end)

  it("names the step of the rules that answers nonsense", function()
    local rules = mix.rules.load("playlist/standard")
    local function with(step, answer)
      return {
        path = function() return "mine.lua" end,
        run = function(_, name, ...)
          if name == step then return answer end
          return rules:run(name, ...)
        end,
      }
    end
    for step, answer in pairs({
      artists = { fetch = "friends", limit = 1 }, dedupe = { kept = 1 }, target = { name = "x" },
      write = { action = "burn", items = {}, added = {} },
    }) do
      local context = context_of({ manual_artist_queries = { "A" }, followed_artists = false },
        new_service(), { rules = with(step, answer) })
      local _, err = failure.caught(function()
        return plan.make(context, pipeline.prepare(context))
      end)
      assert.equal("rule", err.kind)
      assert.matches("mine.lua: step '" .. step .. "'", err.message, 1, true)
    end
  end)
end)
