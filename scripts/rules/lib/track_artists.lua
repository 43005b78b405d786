-- Compares the artists of two tracks, where one may stand in a title or nowhere.

local albumtitles = require("rules.lib.albumtitles")
local artists = require("rules.lib.artists")
local composed = require("rules.lib.composed")
local credits = require("rules.lib.credits")
local fields = require("rules.lib.fields")
local misprints = require("rules.lib.misprints")
local sources = require("rules.lib.sources")
local spelling = require("rules.lib.spelling")
local versions = require("rules.lib.versions")

local track_artists = {}

-- The evidence that stands for an artist who is in doubt: the same length to the second, the same
-- film, or an album other than a compilation.
local function stands_for(pair)
  if pair.gap and pair.gap <= 1 then return 0.8 end
  if pair.gap and pair.gap <= 2 then return 0.75 end
  if sources.same(pair.a.reading.source, pair.b.reading.source) then return 0.75 end
  local kind = pair.a.kind_name or pair.b.kind_name
  return pair.album and kind ~= "compilation" and 0.75 or 0
end

-- Whether a title names the other's artist against its own field, which has a video's channel.
local function in_title(a, b)
  local titled = a.titled
  return titled and artists.likeness({ artist = titled, everyone = titled.set }, b) >= 0.85
end

-- Whether the first artist of one side is the composer, who stands before the work in the other's
-- title, perhaps in another language's letters: "Lune: Waltz in A".
local function composer_in_title(a, b)
  if not (a.artist and a.work and b.work and a.work.composed and b.work.composed) then
    return false
  end
  local head = b.written:match("^([^:]+):") or b.written:match("^(.-) %- ")
  local first = a.artist.people[1]
  return head ~= nil and composed.has_family(spelling.key(head), { everyone = { [first] = true } })
end

-- Whether one side has for its artist the film or the musical that the other's song is of: "Summer
-- Boats" by "Harbour", 'Summer Boats (From "Harbour")'.
local function is_source(a, b)
  local source = (b.written or ""):match('[Ff]rom "([^"]+)"')
  if source and credits.key(source) == a.artist.whole then return true end
  local album = b.record and fields.text(b.record.album, " ")
  if not album then return false end
  local name, _, recording = albumtitles.take(album)
  return recording ~= nil and credits.key(name) == a.artist.whole
end

--- Compares the artists of a pair: returns their likeness (0 to 1) and its reason; nil when both
--- names are still in titles that agree (match/tracks/scattered), where a name on one side only
--- belongs to another artist.
function track_artists.likeness(pair)
  local a, b = pair.a, pair.b
  local stands = stands_for(pair)
  if a.artist and b.artist then
    if credits.is_nobody(a.artist) ~= credits.is_nobody(b.artist) then
      return 0.6, "the artist is not named on one side"
    end
    local value, note = artists.likeness(a, b)
    if value < 0.9 and misprints.same_but_lost(a.artist.written, b.artist.written) then
      value, note = 0.9, "the same but for letters that a program could not write"
    end
    if value < 0.6 and (in_title(a, b) or in_title(b, a)) then
      -- An official video, or one with the words, on the channel of a label.
      local is_video = a.is_led and versions.is_video(a.written)
        or b.is_led and versions.is_video(b.written)
      local apart = is_video and 0.7 or 0.6
      note = value > 0 and "the artist is in the title, and the field has more words"
        or "the artist is in the title, the field has another"
      value = value > 0 and 0.95 or apart
    end
    local composer = value == 0 and (composer_in_title(a, b) and a or composer_in_title(b, a) and b)
    if composer then
      local has_players = #composer.artist.people > 1
      value = has_players and 0.4 or 0.8
      note = has_players and "the composer is in the title, others play"
        or "the composer is in the title, the field has who plays"
    end
    if value == 0 and (is_source(a, b) or is_source(b, a)) then
      value, note = 0.85, "the film or the musical in place of the artist"
    end
    return value > 0 and math.max(value, stands) or 0, note
  end
  if pair.recovered then
    if a.artist or b.artist then return 0, "not named" end
    return nil
  end
  if composer_in_title(a, b) or composer_in_title(b, a) then
    return 0.85, "the composer is in the title"
  end
  -- Without an artist a title alone is uncertain.
  return math.max(0.6, stands), "no artist to compare"
end

return track_artists
