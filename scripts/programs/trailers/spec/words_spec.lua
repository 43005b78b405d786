-- How films and series are put into words.

local words = require("programs.trailers.lib.words")

it("says what is not known", function()
  local item = { title = "Paper Boats", type = "movie" }
  assert.equal("TBA", words.year(item))
  assert.equal("★ -", words.score(item))
  assert.equal("Paper Boats, TBA, not rated, Movie", words.spoken(item))
end)

it("reads a title aloud", function()
  local item = { title = "Halls", year = 2024, rating = 7.125, type = "tv" }
  assert.equal("Halls, 2024, rated 7.1 out of 10, TV", words.spoken(item))
  assert.equal("★ 7.1", words.score(item))
end)

it("leaves nothing in a text that a terminal or a reader of lines would obey", function()
  assert.equal("a b c  [2Jd e", words.plain("a\tb\nc\r\27[2Jd\127e"))
  assert.equal("x 0m y z", words.plain("x\u{9b}0m\u{202e}y\u{2066}z"))
  assert.equal("Café — 夜明け …", words.plain("Café — 夜明け …"))
  assert.equal("a??b", words.plain("a\xC2\x1B\xFFb"):gsub(" ", ""))
  local item = { title = "A\nB\27]0;x\7", type = "movie" }
  assert.equal("A B ]0;x , TBA, not rated, Movie", words.spoken(item))
  assert.equal("You Tube • N M", words.video({ site = "You\tTube", name = "N\nM" }))
end)

it("writes lengths", function()
  assert.equal("2h 15m", words.length({ type = "movie", minutes = 135 }))
  assert.equal("2h 0m", words.length({ type = "movie", minutes = 120 }))
  assert.equal("59m", words.length({ type = "movie", minutes = 59 }))
  assert.equal("45 min/episode", words.length({ type = "tv", minutes = 45 }))
  assert.is_nil(words.length({ type = "tv" }))
end)

it("labels videos", function()
  local video = { site = "YouTube", name = "Official Trailer", size = 1080, key = "abc" }
  assert.equal("YouTube • Official Trailer • 1080p", words.video(video))
  assert.equal("https://www.youtube.com/watch?v=abc", words.video_url(video))
  assert.equal("YouTube • Clip", words.video({ site = "YouTube", name = "Clip", size = "x" }))
end)

it("labels odd videos by what is known, and links to nothing that is not a key", function()
  local null = mix.json.null
  assert.equal("YouTube • 1080p", words.video({ site = "YouTube", name = null, size = 1080 }))
  assert.equal("Clip", words.video({ site = 5, name = "Clip", size = 1080.5 }))
  assert.equal("Video", words.video({}))
  for _, key in ipairs({ null, "", "a b", "a&list=x", "../x", "k\27[2J", 7 }) do
    assert.is_nil(words.video_url({ site = "YouTube", key = key }))
  end
  assert.is_nil(words.video_url({ site = "Vimeo", key = "123" }))
  assert.is_nil(words.video_url({ site = "YouTube" }))
end)
