-- Finds the track of each chart entry at iTunes or MusicBrainz: metadata cache, look-up by
-- identifier, search, match.
--
-- The cache keeps the candidates, not the decision, so that a changed rule takes effect at once.

local add_new = require("lib.add_new")
local bundled_facts = require("programs.chart.lib.bundled_facts")
local failure = require("lib.failure")
local itunes = require("services.itunes.provider")
local musicbrainz = require("services.musicbrainz.provider")
local song_keys = require("programs.chart.lib.song_keys")
local titles = require("rules.lib.titles")
local credits = require("rules.lib.credits")
local spelling = require("rules.lib.spelling")

local enrichment = {}

--- The services that may be asked, by name.
enrichment.catalogues = { itunes = itunes, musicbrainz = musicbrainz }

local default_country = song_keys.default_country
-- A song's facts do not change, and most of a chart was in yesterday's: only new songs are asked
-- for. One that is not found may come to the store at any time.
local matched_ttl, missing_ttl = "30d", "1h"

--- The questions, one after another until a match is found: the title with all artists, the bare
-- title with the main artist, and the same in the US store, which lists most. A
-- catalogue without stores answers that one from the cache.
function enrichment.searches(entry, country)
  local title, credit = titles.parse(entry.title), credits.parse(entry.artist)
  local everyone = table.concat(credit.spelled, " ")
  local full = title.spelled .. " " .. everyone
  local bare = title.bare .. " " .. credit.spelled[1]
  local list = { { title = title.spelled, artist = everyone, country = country } }
  if spelling.key(bare) ~= spelling.key(full) then
    list[2] = { title = title.bare, artist = credit.spelled[1], country = country }
  end
  if country ~= default_country then
    list[#list + 1] = { title = title.spelled, artist = everyone, country = default_country }
  end
  return list
end

-- The chart's own identifier settles it; else the rules do. A rule that fails on one entry must not
-- end the run.
local function decide(entry, candidates, rules)
  for _, candidate in ipairs(entry.known_id and candidates or {}) do
    if candidate.id == entry.known_id then
      return { decision = "matched", score = 1, candidate = candidate }
    end
  end
  local query = { title = entry.title, artist = entry.artist }
  local ok, match = pcall(mix.match.best, query, candidates, rules)
  if ok then return match end
  return { decision = "failed", reason = failure.line(match) }
end

-- Asks until something matches. Returns the decision and the candidates; nil and the error when
-- the service failed before there was a match.
local function search(self, entry)
  local candidates = mix.json.array({})
  local match
  for _, step in ipairs(enrichment.searches(entry, self.country)) do
    local found, err = self.service:search(step)
    if not found then return nil, err end
    add_new(candidates, found)
    match = decide(entry, candidates, self.rules)
    if match.decision == "matched" then break end
  end
  return match, candidates
end

local statuses = { matched = "enriched", uncertain = "uncertain", none = "none", failed = "failed" }

local function rounded(score) return score and math.floor(score * 1000 + 0.5) / 1000 end

local function closest(match)
  local c = match.candidate
  if match.decision ~= "uncertain" or not c then return match.reason end
  return ("%s; the closest: %s by %s, track %s"):format(match.reason, c.title, c.artist, c.id)
end

-- The fields that a decision adds to an entry. An uncertain match is named, not filled in.
local function outcome(match, from)
  local fields = { status = statuses[match.decision], from = from, score = rounded(match.score) }
  if fields.status ~= "enriched" then
    fields.reason = closest(match)
    return fields
  end
  local track = match.candidate
  fields.collection_name = track.album
  fields.release_date = track.release_date
  fields.artwork_url = track.artwork_url
  fields.preview_url = track.preview_url
  fields.track_id = track.id
  return fields
end

local function keep(self, key, match, candidates)
  local ttl = match.decision == "matched" and self.ttl or missing_ttl
  mix.cache.set(key, { candidates = candidates }, { ttl = ttl, namespace = self.catalogue.name })
end

-- The metadata cache's entry: {candidates, expired}; nil: none.
local function stored(catalogue, key)
  local value, info = mix.cache.get(key, { namespace = catalogue.name, allow_expired = true })
  if type(value) ~= "table" or type(value.candidates) ~= "table" then return nil end
  -- Those of earlier versions named their identifiers otherwise.
  if value.candidates[1] and not value.candidates[1].id then return nil end
  return { candidates = value.candidates, expired = info.expired }
end

-- The rest when the service failed: an expired answer; without network the facts that come with
-- mixhost; the reason.
local function fall_back(self, entry, known, err)
  local is_network = failure.is_network(err)
  -- Offline work is the user's wish.
  if is_network and err.kind ~= "offline" then self.unreached = err.message end
  if known then
    self.cache_hits = self.cache_hits + 1
    return outcome(decide(entry, known.candidates, self.rules), "stale")
  end
  local facts = is_network and bundled_facts.find(entry)
  if not facts then return { status = "failed", reason = err.message } end
  return {
    status = "enriched", from = "bundled", reason = err.message,
    collection_name = facts.collection_name, release_date = facts.release_date,
  }
end

local function find(self, group)
  local entry, known = group.entries[1], group.stored
  if known and not known.expired then
    self.cache_hits = self.cache_hits + 1
    return outcome(decide(entry, known.candidates, self.rules), "cache")
  end
  local looked_up = self.looked_up[entry.known_id]
  if looked_up then
    local match = decide(entry, { looked_up }, self.rules)
    keep(self, group.key, match, { looked_up })
    return outcome(match, "live")
  end
  self.gate:wait()
  local match, found = search(self, entry)
  if not match then return fall_back(self, entry, known, found) end
  self.is_reached = true
  keep(self, group.key, match, found)
  return outcome(match, "live")
end

-- One request for many: the entries whose identifier the chart names and the cache does not know.
-- The identifiers are those of Apple's store.
local function look_up(self, groups)
  if self.catalogue ~= itunes then return end
  local ids = {}
  for _, group in ipairs(groups) do
    local id = group.entries[1].known_id
    if id and (not group.stored or group.stored.expired) then ids[#ids + 1] = id end
  end
  for first = 1, #ids, itunes.batch do
    self.gate:wait()
    local batch = table.move(ids, first, math.min(first + itunes.batch - 1, #ids), 1, {})
    -- Songs that a failed look-up leaves out are searched for; a failed search is reported.
    for _, song in ipairs(self.service:lookup(batch, { country = self.country }) or {}) do
      self.looked_up[song.id], self.is_reached = song, true
    end
  end
end

-- Entries that ask for the same song, once each.
local function groups_of(catalogue, entries, country)
  local groups, by_key = {}, {}
  for _, entry in ipairs(entries) do
    local key = song_keys.key(entry, country)
    if not by_key[key] then
      by_key[key] = { key = key, entries = {}, stored = stored(catalogue, key) }
      groups[#groups + 1] = by_key[key]
    end
    table.insert(by_key[key].entries, entry)
  end
  return groups
end

local function sent() return mix.http.stats().sent end

--- Fills in what the metadata cache knows of the entries, expired or not, and asks nobody. Options:
-- catalogue, country and rules, as for `run`.
function enrichment.recall(entries, options)
  local catalogue = enrichment.catalogues[options.catalogue or itunes.name]
  for _, group in ipairs(groups_of(catalogue, entries, options.country)) do
    local known = group.stored
    local fields = known and outcome(decide(group.entries[1], known.candidates, options.rules),
      known.expired and "stale" or "cache") or {}
    for _, entry in ipairs(group.entries) do
      for name, value in pairs(fields) do entry[name] = value end
    end
  end
end

--- The metadata cache's candidates for an entry, expired or not, or nil. Options as for
-- `run`.
function enrichment.candidates(entry, options)
  local catalogue = enrichment.catalogues[options.catalogue or itunes.name]
  local found = stored(catalogue, song_keys.key(entry, options.country))
  return found and found.candidates
end

--- Fills the entries in place, several at a time, and calls `done(entry)` for each as it completes.
-- Options: catalogue (a name of enrichment.catalogues), concurrency, country, rules, gate (its
-- `wait` holds work up), reachable (whether the network answered a moment ago; nil: nobody knows).
-- Returns {requests, cache_hits, unreached (why the catalogue could not be asked about a single
-- song; nil: it could, or there was nothing to ask)}.
function enrichment.run(entries, options, done)
  local catalogue = enrichment.catalogues[options.catalogue or itunes.name]
  local self = {
    catalogue = catalogue,
    country = options.country,
    rules = options.rules,
    gate = options.gate,
    ttl = mix.env.source("cache.ttl") ~= "default" and mix.env.setting("cache.ttl") or matched_ttl,
    cache_hits = 0,
    looked_up = {},
    -- A request late in the list waits for the rate: 20 a minute, at most three for an entry.
    service = catalogue.open({
      concurrency = options.concurrency, patience = 60 + 9 * #entries,
      reachable = options.reachable, ttl = 0,
    }),
  }
  local before = sent()
  bundled_facts.load()
  local groups = groups_of(catalogue, entries, options.country)
  look_up(self, groups)
  mix.task.map(groups, { limit = options.concurrency }, function(group)
    local fields = find(self, group)
    for _, entry in ipairs(group.entries) do
      for name, value in pairs(fields) do entry[name] = value end
      done(entry)
    end
    return true
  end)
  return {
    requests = sent() - before, cache_hits = self.cache_hits,
    unreached = not self.is_reached and self.unreached or nil,
  }
end

return enrichment
