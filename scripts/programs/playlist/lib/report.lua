-- What a build says: the lines that the desktop builder printed, and what becomes of remarks.

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

--- Completes a context for the pipeline: options, rules, service, today, file_artists; `say(line)`
--- is told what options.verbose asks for; `progress` and `warn(message)` may be left out.
function report.context(given)
  local say = given.options.verbose and given.say or nothing
  local warn = given.warn or nothing
  return {
    options = given.options, rules = given.rules, service = given.service, today = given.today,
    file_artists = given.file_artists, description = given.description or "",
    progress = given.progress or nothing,
    unresolved = function(query, why)
      say(("No Spotify artist found for '%s'"):format(query))
      warn(("%s: %s"):format(query, why))
    end,
    artist_failed = function(artist, err)
      say(("Failed to fetch tracks for artist '%s'"):format(artist.name))
      warn(("no tracks of %s: %s"):format(artist.name, err.message))
    end,
  }
end

return report
