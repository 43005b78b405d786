-- Takes the first result, whatever it is: the chart refresher's behaviour before rules existed. The
-- service's own order decides.
return {
  kind = "match",
  name = "tracks/classic",
  doc = "Takes the first result, unseen.",
  fields = {
    query = { "title", "artist" },
    candidate = { "title", "artist" },
    aliases = { title = { "Song_Name" }, artist = { "Artist_Name" } },
  },
  pick = "first",
  features = { {
    name = "found",
    doc = "Any result will do.",
    weight = 1,
    score = function() return 1, "a result" end,
  } },
  accept = 1,
  review = 1,
  margin = 0,
}
