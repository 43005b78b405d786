-- Asks catalogues about a file, one after another until one is sure.

local add_new = require("lib.add_new")
local credits = require("rules.lib.credits")
local failure = require("lib.failure")
local queries = require("rules.lib.service_queries")
local titles = require("rules.lib.titles")

local asking = {}

local modules = {
  musicbrainz = require("services.musicbrainz.provider"),
  itunes = require("services.itunes.provider"),
}
-- Candidates that are kept with a file, for explain and review.
local kept = 12

--- The titles of the catalogues by name.
function asking.title(name) return modules[name] and modules[name].title or name end

-- The searches, until one matches: the recording's code, where the catalogue knows them; all words;
-- the bare title with the main artist, and these without signs; all songs of the artist, since
-- catalogues find no damaged words; and the title alone, since the artist may be damaged.
local function searches(record, name, country)
  local title = titles.parse(record.title)
  local list = { { title = title.spelled, artist = record.artist } }
  if record.artist then
    local main = credits.parse(record.artist).spelled[1]
    for _, part in ipairs(queries.of_parts({ title = title.spelled, artist = record.artist })) do
      list[#list + 1] = { title = part.title, artist = part.artist }
    end
    list[#list + 1] = { artist = main or record.artist, limit = 100 }
    list[#list + 1] = { title = title.bare, limit = 25 }
  end
  if name == "musicbrainz" and record.isrc then table.insert(list, 1, { isrc = record.isrc }) end
  for _, step in ipairs(list) do
    step.country, step.kind, step.album = country, "track", record.album
    queries.cut(step)
  end
  return list
end

local function decide(record, candidates, rules)
  local ok, match = pcall(mix.match.best, record, candidates, rules)
  if ok then return match end
  return { decision = "none", reason = failure.line(match), score = 0 }
end

-- The chosen candidate first, then the others in the catalogue's order.
local function shortened(match, candidates)
  local list = mix.json.array({ match.candidate })
  for _, candidate in ipairs(candidates) do
    if candidate ~= match.candidate and #list < kept then list[#list + 1] = candidate end
  end
  return list
end

local Asker = {}
Asker.__index = Asker

-- The answer to a search; those of an artist's songs are wanted for all files of an album.
function Asker:search(name, step)
  local key = mix.json.encode({ name, step.title or "", step.artist or "",
    step.album or "", step.isrc or "" })
  if self.answers[key] then return self.answers[key] end
  local found, err = self.services[name]:search(step)
  if found then self.answers[key] = found end
  return found, err
end

-- The recording whose identifier the file has; nil: it has none, or the service does not know it.
local function identified(self, name, record)
  local service = self.services[name]
  if not record.musicbrainz or name ~= "musicbrainz" or not service.lookup then return nil end
  local found, err = service:lookup({ record.musicbrainz }, { kind = "track",
    album = record.album })
  if found or failure.is_of_question(err) then return found and found[1] end
  return nil, err
end

local function answer_of(name, match, candidates)
  return {
    service = name, decision = match.decision, score = match.score, reason = match.reason,
    candidates = shortened(match, candidates),
  }
end

-- The verdict on the recording whose identifier the file has: that is the one, unless title, artist
-- or length contradict it.
local function of_identity(name, match, own)
  if match.decision == "none" then return nil end
  return answer_of(name, { decision = "matched", score = match.score, candidate = own,
    reason = "the file has its MusicBrainz identifier" }, { own })
end

local function ask(self, name, record)
  local own, problem = identified(self, name, record)
  if problem then return nil, problem end
  local candidates, match = { own }, own and decide(record, { own }, self.rules)
  local answer = own and of_identity(name, match, own)
  if answer then return answer end
  for _, step in ipairs(searches(record, name, self.country)) do
    local found, err = self:search(name, step)
    if not found then return nil, err end
    add_new(candidates, found)
    match = decide(record, candidates, self.rules)
    if match.decision == "matched" then break end
  end
  if own and match.decision == "matched" then
    match.decision = "uncertain"
    match.reason = ("the file has the MusicBrainz identifier of \"%s\" by %s"):format(own.title,
      own.artist)
  end
  return answer_of(name, match, candidates)
end

local rank = { matched = 3, uncertain = 2, none = 1 }

local function better(one, other)
  if not other then return true end
  if one.decision ~= other.decision then return rank[one.decision] > rank[other.decision] end
  return one.score > other.score
end

--- The catalogues' verdict on a record: {service, decision, score, reason, candidates}; nil and the
-- error when one of them did not answer and no other was sure.
function Asker:look_up(record)
  local best, failed
  for _, name in ipairs(self.names) do
    local answer, err = ask(self, name, record)
    if answer then
      if better(answer, best) then best = answer end
      if best.decision == "matched" then return best end
    else
      failed = failed or err
    end
  end
  if failed then return nil, failed end
  return best
end

--- Asks catalogues by their names. `rules` are those of match/tracks; `given`: services by name,
-- in place of those that providers open.
function asking.open(names, rules, country, given)
  local services = {}
  for _, name in ipairs(names) do
    services[name] = given and given[name] or modules[name].open({})
  end
  return setmetatable({ names = names, rules = rules, country = country, services = services,
    answers = {} }, Asker)
end

return asking
