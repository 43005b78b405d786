-- Filters for films and series, and the combinations that are valid. The aliases include the labels
-- that people see, so that a displayed or spoken label can be typed.
--
-- The invariants are applied in this order after each change, until none changes anything. `mixhost
-- rules check filters/trailers` shows the results of each change.

local genres = {
  "Action", "Adventure", "Animation", "Comedy", "Crime", "Documentary", "Drama", "Family",
  "Fantasy", "History", "Horror", "Kids", "Music", "Mystery", "News", "Reality", "Romance",
  "Science Fiction", "Soap", "TV Movie", "Talk", "Thriller", "War", "Western",
}

-- The service's list of trends cannot be narrowed by genre, certification or date.
local function is_narrowed(state)
  return state.genre ~= nil or state.certification ~= nil or state.date ~= "allTime"
end

return {
  kind = "filters",
  doc = "Films and series: sort, genre, dates and certification that go together.",
  fields = {
    {
      name = "contentType", keys = { "type" }, values = { "all", "movies", "tvShows" },
      aliases = {
        tv = "tvShows", series = "tvShows", movie = "movies", films = "movies",
        ["TV Shows"] = "tvShows",
      },
      default = "all", doc = "films, series or both",
    },
    {
      name = "sort",
      values = {
        "trending", "popularity", "releaseDateNewest", "releaseDateOldest", "ratingHighest",
        "ratingLowest",
      },
      aliases = {
        newest = "releaseDateNewest", oldest = "releaseDateOldest",
        ["Release Date (Newest)"] = "releaseDateNewest",
        ["Release Date (Oldest)"] = "releaseDateOldest",
        ["Rating (Highest)"] = "ratingHighest", ["Rating (Lowest)"] = "ratingLowest",
      },
      default = "trending", doc = "what comes first",
    },
    {
      name = "genre", values = genres, open = true, filter = true,
      aliases = { ["Sci-Fi"] = "Science Fiction" }, doc = "a genre, as the service names it",
    },
    {
      name = "date", keys = { "dateRange" },
      values = { "upcoming", "thisMonth", "last30Days", "last90Days", "thisYear", "allTime" },
      aliases = {
        ["This Month"] = "thisMonth", ["Last 30 Days"] = "last30Days",
        ["Last 90 Days"] = "last90Days", ["This Year"] = "thisYear", ["All Time"] = "allTime",
      },
      default = "allTime", filter = true, doc = "when it was or will be released",
    },
    {
      name = "certification", values = { "G", "PG", "PG-13", "R", "NC-17", "NR" }, filter = true,
      doc = "the rating in the United States; films only",
    },
  },
  invariants = {
    {
      name = "certification_is_for_films",
      doc = "Only films are filtered by certification.",
      when = function(state)
        return state.contentType ~= "movies" and state.certification ~= nil
      end,
      set = { certification = false },
    },
    {
      name = "trends_are_unfiltered",
      doc = "Trends cannot be filtered: sorted by popularity.",
      when = function(state) return state.sort == "trending" and is_narrowed(state) end,
      set = { sort = "popularity" },
    },
    {
      name = "upcoming_is_by_date",
      doc = "Titles to come have no trend yet: sorted by release date.",
      when = function(state)
        return state.date == "upcoming" and (state.sort == "trending" or state.sort == "popularity")
      end,
      set = { sort = "releaseDateNewest" },
    },
  },
  always = {
    {
      name = "a certification is for films",
      holds = function(state) return not state.certification or state.contentType == "movies" end,
    },
    {
      name = "trends are unfiltered",
      holds = function(state) return state.sort ~= "trending" or not is_narrowed(state) end,
    },
    {
      name = "coming titles are not sorted by trend or popularity",
      holds = function(state)
        return state.date ~= "upcoming" or (state.sort ~= "trending" and state.sort ~= "popularity")
      end,
    },
  },
}
