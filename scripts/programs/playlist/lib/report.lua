-- The lines of a build: those that the desktop builder printed, and remarks.

local report = {}

--- The figures as lines.
function report.stats_lines(stats)
  return {
    "Playlist build stats:",
    "  Playlist name: " .. stats.playlist_name,
    ("  Artists retrieved: %d"):format(stats.artists_retrieved),
    ("  Top songs retrieved: %d"):format(stats.top_tracks_retrieved),
    ("  Variants deduped: %d"):format(stats.variants_deduped),
    ("  Total tracks added to the list: %d"):format(stats.total_uploaded),
  }
end

local function nothing() end

--- Completes a context for the pipeline. It has options (whole), rules, service, user (asked for
--- without), today, file_artists (lines), `exact` (whether the desktop builder's words are kept),
--- and functions, which may be left out: say(line) is given what options.verbose asks for,
--- warn(message), progress(stage, done, total, what), choose(playlists, name) returns one of
--- several, named(target) completes a playlist of which only the identifier is known.
function report.context(given)
  local say = given.options.verbose and given.say or nothing
  local warn = given.warn or nothing
  return {
    options = given.options, rules = given.rules, service = given.service, user = given.user,
    today = given.today,
    file_artists = given.file_artists, description = given.description or "",
    exact = given.exact, progress = given.progress or nothing,
    choose = given.choose or function(playlists) return playlists[1] end,
    named = given.named or function(target) return target end,
    unresolved = function(query, why)
      say(("No Spotify artist found for '%s'"):format(query))
      warn(("\"%s\": %s"):format(query, why))
    end,
    artist_failed = function(artist, err)
      say(("Failed to fetch tracks for artist '%s'"):format(artist.name))
      warn(("no tracks of %s: %s"):format(artist.name, err.message))
    end,
  }
end

return report
