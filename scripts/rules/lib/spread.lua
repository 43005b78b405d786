-- Shuffles tracks so that no artist follows itself, as far as the numbers allow.

local random = mix.random

-- Random attempts before the next fitting entry is taken.
local most_tries = 16

local Deck = {}
Deck.__index = Deck

-- Makes a deck: `names` has one entry for each track; `buckets` the shuffled tracks of each artist;
-- `levels` the artists by their remaining tracks.
local function deal(tracks, r)
  local deck = setmetatable({
    names = {}, buckets = {}, levels = {}, taken = {}, left = #tracks, highest = 0, random = r,
  }, Deck)
  local order = {}
  for _, track in ipairs(tracks) do
    local artist = track.artists[1] or ""
    if not deck.buckets[artist] then
      deck.buckets[artist] = {}
      order[#order + 1] = artist
    end
    table.insert(deck.buckets[artist], track)
    deck.names[#deck.names + 1] = artist
  end
  for _, artist in ipairs(order) do
    r:shuffle(deck.buckets[artist])
    deck:place(artist)
  end
  return deck
end

function Deck:place(artist)
  local count = #self.buckets[artist]
  self.levels[count] = self.levels[count] or {}
  self.levels[count][artist] = true
  self.highest = math.max(self.highest, count)
end

-- The artist that has to come now, because too many of its tracks would be left at the end; usually
-- nil.
function Deck:urgent(previous)
  while self.highest > 0 and not next(self.levels[self.highest] or {}) do
    self.highest = self.highest - 1
  end
  -- Only one artist can have more than half of the rest.
  if self.highest <= self.left // 2 then return nil end
  local artist = next(self.levels[self.highest])
  return artist ~= previous and artist or nil
end

-- Removes one entry from the names.
function Deck:take(place)
  local names = self.names
  names[place], names[#names] = names[#names], names[place]
  return table.remove(names)
end

-- Whether an entry stands for a track that was already dealt as urgent; then it is removed.
function Deck:is_stale(place)
  local artist = self.names[place]
  if (self.taken[artist] or 0) == 0 then return false end
  self.taken[artist] = self.taken[artist] - 1
  self:take(place)
  return true
end

-- Chooses an artist at random, avoiding the previous one when possible.
function Deck:chosen(previous)
  local tries = 0
  while tries < most_tries do
    local place = self.random:randrange(#self.names) + 1
    if not self:is_stale(place) then
      if self.names[place] ~= previous then return self:take(place) end
      tries = tries + 1
    end
  end
  for place = #self.names, 1, -1 do
    if not self:is_stale(place) and self.names[place] ~= previous then return self:take(place) end
  end
  return self:take(#self.names)
end

function Deck:next(previous)
  local artist = self:urgent(previous)
  if artist then
    self.taken[artist] = (self.taken[artist] or 0) + 1
  else
    artist = self:chosen(previous)
  end
  local bucket = self.buckets[artist]
  self.levels[#bucket][artist] = nil
  local track = table.remove(bucket)
  if #bucket > 0 then self:place(artist) end
  self.left = self.left - 1
  return track, artist
end

--- Returns the tracks in a new order that depends only on the seed.
return function(tracks, seed)
  local deck = deal(tracks, random.new(seed))
  local result, previous = {}, nil
  for place = 1, #tracks do result[place], previous = deck:next(previous) end
  return result
end
