-- A hub's answers to GET /api/users/ID/feed.

local code = "https://github.com/pardeike/MeTubeServer/blob/main/"
local null, none = mix.json.null, mix.json.array({})
local channel = "UCaaaaaaaaaaaaaaaaaaaaaa"

local function video(number, members)
  local all = {
    videoId = "aaaaaaaaaa" .. number, channelId = channel,
    publishedAt = "2025-12-06T10:30:00.1234567+00:00", title = "Harbour Tour " .. number,
    description = "A walk.", thumbnailUrl = "https://i.ytimg.com/vi/aaaaaaaaaa1/hqdefault.jpg",
    duration = "00:12:10",
  }
  for name, value in pairs(members or {}) do all[name] = value end
  return all
end

local function page(videos, cursor)
  return { videos = #videos > 0 and videos or none, nextCursor = cursor or null,
    nextPageToken = null }
end

return {
  source = code .. "Program.cs", date = "2026-11-27",
  url = "GET https://hub.mixhost.invalid/api/users/joe/feed*", ask = { "feed", "joe" },
  -- The user has a channel by the question of channels.lua; the endless one has videos that nobody
  -- has looked at.
  mock = {
    { path = "/hub/api/users/joe/feed", query = { limit = 2 } },
    { path = "/hub/api/users/joe/feed", query = { limit = 100 } },
    { path = "/hub/api/users/endless/feed", query = { limit = 100 } },
  },
  explained = {
    cursor = "the first documents alone call it so", status = "of a failure (500)",
    title = "the same", ["videos[].channelId null"] = "a damaged row",
    ["videos[].publishedAt null"] = "a damaged row",
  },
  answers = {
    { name = "two videos", class = "ok",
      odd = "dates have seven digits of a second; lengths are .NET's TimeSpan",
      json = page({ video(1), video(2, { duration = "1.02:03:04.5000000",
        publishedAt = "2025-12-05T23:00:00+00:00" }) }),
      gives = {
        { id = "aaaaaaaaaa1", channel = channel, title = "Harbour Tour 1", about = "A walk.",
          duration = 730, thumbnail = "https://i.ytimg.com/vi/aaaaaaaaaa1/hqdefault.jpg" },
        { id = "aaaaaaaaaa2", duration = 93784.5, published = 1764975600 },
      },
      gives_about = { pages = 1, skipped = {} } },
    { name = "a video that nobody has looked at yet", class = "ok",
      source = code .. "Models/Dtos.cs",
      odd = "until YouTube was asked, all but id, channel and date is null; such wait",
      json = page({ video(1), video(3, { title = null, description = null, thumbnailUrl = null,
        duration = null }) }),
      gives = { { id = "aaaaaaaaaa1" } }, gives_about = { skipped = { ["no title"] = 1 } } },
    { name = "a title as YouTube's search gives it", class = "ok",
      source = "https://github.com/DialmasterOrg/Youtarr/pull/654",
      odd = "it has the character references of HTML",
      json = page({ video(1, { title = "Salt &amp; tide: the keeper&#39;s log" }) }),
      gives = { { title = "Salt & tide: the keeper's log" } } },
    { name = "videos that are gone", class = "ok", source = code .. "Models/Dtos.cs",
      odd = "YouTube gives them these words for a title",
      json = page({ video(1), video(2, { title = "Deleted video" }),
        video(3, { title = "[Private video]" }) }),
      gives = { { id = "aaaaaaaaaa1" } },
      gives_about = { skipped = { deleted = 1, private = 1 } } },
    { name = "videos that are left out", class = "ok", source = code .. "BACKGROUND.md",
      odd = "shorts, planned streams of no length, and dates that are wrong",
      json = page({
        video(1), video(2, { duration = "00:00:45" }), video(3, { duration = "00:00:00" }),
        video(4, { duration = "-00:01:00" }), video(5, { publishedAt = "9999-12-31T00:00:00Z" }),
        video(6, { publishedAt = null }), video(7, { channelId = null }), "x",
        video(8, { publishedAt = "yesterday" }), video(9, { duration = null }),
        video("b", { publishedAt = "0001-01-01T00:00:00" }), video("c", { duration = "00:4:13" }),
        video("d", { duration = "P" }),
      }),
      gives = { { id = "aaaaaaaaaa1" } },
      gives_about = { skipped = { ["shorter than a minute"] = 2, ["negative length"] = 1,
        ["in the future"] = 1, ["no date"] = 3, malformed = 2, ["no length"] = 3 } } },
    { name = "lengths as YouTube's API writes them, and a date without a zone", class = "ok",
      source = code .. "Models/Dtos.cs",
      odd = "a date that went through a database may have lost its zone",
      json = page({ video(1, { duration = "PT4M13S", publishedAt = "2025-12-05T23:00:00" }),
        video(2, { duration = "P1DT2H", publishedAt = "2025-12-05T22:00:00+0000" }) }),
      gives = { { duration = 253, published = 1764975600 },
        { duration = 93600, published = 1764972000 } } },
    { name = "a length without hours", class = "ok", source = "docs/feed.md",
      json = page({ video(1, { duration = "04:13" }) }), gives = { { duration = 253 } } },
    { name = "pages of which the cursor repeats videos", class = "ok",
      odd = "since is a lower bound, so that the cursor of the oldest brings the newest again",
      first = { { json = page({ video(1), video(2) }, "2025-12-06T10:30:00.1234567+00:00") } },
      json = page({ video(1), video(2) }, "2025-12-06T10:30:00.1234567+00:00"),
      gives = { { id = "aaaaaaaaaa1" }, { id = "aaaaaaaaaa2" } }, gives_about = { pages = 2 } },
    { name = "the cursor of the first documents", class = "ok", source = "docs/feed.md",
      odd = "its first name was cursor",
      first = { { json = { videos = { video(1) }, cursor = "2025-12-06T10:30:00Z" } } },
      json = { videos = { video(2) }, cursor = null },
      gives = { { id = "aaaaaaaaaa1" }, { id = "aaaaaaaaaa2" } }, gives_about = { pages = 2 } },
    { name = "words with line ends and a picture without a lock", class = "ok",
      source = code .. "Services/AtomFeedParser.cs",
      json = page({ video(1, { title = " Tour\r\n& Tea ", description = "",
        thumbnailUrl = "http://i.ytimg.com/vi/x/hqdefault.jpg" }) }),
      gives = { { title = "Tour & Tea", about = false, thumbnail = false } } },
    { name = "nothing", class = "empty", json = page({}), gives_about = { pages = 1 } },
    { name = "nothing, without a word", class = "empty", status = 204, body = "",
      source = "https://www.rfc-editor.org/rfc/rfc9110#section-15.3.5",
      odd = "other hubs answer so" },
    { name = "no such user", class = "refused", status = 404, json = { message = "User not found" },
      mock = { path = "/hub/api/users/nobody/feed" }, says = "User not found",
      fails = { unknown_user = true, code = "fetch_failed" } },
    { name = "too many requests", class = "limit", status = 429,
      odd = "100 a minute of one address", body = "", fails = { code = "fetch_failed" } },
    { name = "a second page that fails", class = "ok",
      first = { { json = page({ video(1) }, "2025-12-06T10:30:00Z") } }, status = 500,
      json = { title = "An error occurred while processing your request.", status = 500 },
      gives = { { id = "aaaaaaaaaa1" } }, gives_about = { problem = { code = "fetch_failed" } } },
    { name = "another service", class = "refused",
      source = "https://github.com/pardeike/MeTube/blob/main/API.md", json = { items = none },
      says = "no list of videos", fails = { code = "invalid_response" } },
    { name = "a failure of its database", class = "passing", status = 500, body = "",
      fails = { code = "fetch_failed", status = 500 } },
  },
}
