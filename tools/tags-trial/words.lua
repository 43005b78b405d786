-- Matches the trial's files by their words alone: their sound is too short for their songs.

local text = mix.text

return {
  kind = "match",
  doc = "Titles and artists, compared as words.",
  features = {
    { name = "title", weight = 6, score = function(query, candidate)
      return text.ratio(text.normalize(query.title), text.normalize(candidate.title))
    end },
  },
  gates = {
    { name = "artist", check = function(query, candidate)
      return text.fold(query.artist) == text.fold(candidate.artist), "another artist"
    end },
  },
  accept = 0.85, review = 0.6, margin = 0,
}
