-- The ten songs of the bundled chart (docs/kworb_top10.json): plain facts about real recordings,
-- the first items of every catalogue. `partners` share the credit, some releases name `guests` in
-- the title, and `chart_title` is how the chart spells a title that iTunes spells otherwise.

return {
  { title = "Blinding Lights", artist = "The Weeknd", album = "After Hours", date = "2019-11-29",
    milliseconds = 200040, track_number = 9, genre = "R&B/Soul" },
  { title = "Shape of You", artist = "Ed Sheeran", album = "÷", date = "2017-01-06",
    milliseconds = 233713, track_number = 4, genre = "Pop" },
  { title = "Levitating", artist = "Dua Lipa", guests = { "DaBaby" }, album = "Future Nostalgia",
    date = "2020-10-01", milliseconds = 203064, track_number = 5, genre = "Pop" },
  { title = "Save Your Tears", artist = "The Weeknd", album = "After Hours", date = "2020-03-20",
    milliseconds = 215627, track_number = 11, genre = "R&B/Soul", is_explicit = true },
  { title = "Bad Habits", artist = "Ed Sheeran", album = "=", date = "2021-06-25",
    milliseconds = 231041, track_number = 8, genre = "Pop" },
  { title = "Peaches", artist = "Justin Bieber", guests = { "Daniel Caesar", "GIVEON" },
    album = "Justice", date = "2021-03-19", milliseconds = 198082, track_number = 11,
    genre = "Pop", is_explicit = true },
  { title = "STAY", chart_title = "Stay", artist = "The Kid LAROI",
    partners = { "Justin Bieber" }, album = "F*CK LOVE 3: OVER YOU", date = "2021-07-09",
    milliseconds = 141806, track_number = 1, genre = "Pop", is_explicit = true },
  { title = "Watermelon Sugar", artist = "Harry Styles", album = "Fine Line",
    date = "2019-11-16", milliseconds = 174000, track_number = 2, genre = "Pop" },
  { title = "drivers license", artist = "Olivia Rodrigo", album = "SOUR", date = "2021-01-08",
    milliseconds = 242014, track_number = 3, genre = "Pop", is_explicit = true },
  { title = "bad guy", chart_title = "Bad Guy", artist = "Billie Eilish",
    album = "WHEN WE ALL FALL ASLEEP, WHERE DO WE GO?", date = "2019-03-29",
    milliseconds = 194088, track_number = 2, genre = "Alternative" },
}
