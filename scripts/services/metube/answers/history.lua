-- MeTube's downloads (GET /history): three lists, in JSON that is marked as plain text.

local code = "https://github.com/alexta69/metube/blob/master/app/"
local null, none = mix.json.null, mix.json.array({})

local function download(number, members)
  local all = {
    id = "aaaaaaaaaa" .. number, title = "Harbour Tour " .. number,
    url = "https://www.youtube.com/watch?v=aaaaaaaaaa" .. number, quality = "best",
    download_type = "video", codec = "auto", format = "any", folder = "", custom_name_prefix = "",
    msg = null, percent = null, speed = null, eta = null, status = "pending", size = null,
    timestamp = 1764266400000000000, error = null, entry = null, playlist_item_limit = 0,
    split_by_chapters = false, chapter_template = "%(title)s - %(section_number)02d.%(ext)s",
    subtitle_language = "en", subtitle_mode = "prefer_manual", ytdl_options_presets = none,
    ytdl_options_overrides = mix.json.decode("{}"), subtitle_files = none,
  }
  for name, value in pairs(members or {}) do all[name] = value end
  return all
end

local look = { path = "/metube/history" }

local function lists(done, queue, pending)
  return { done = done, queue = queue, pending = pending }
end

return {
  source = code .. "main.py", date = "2026-11-27",
  url = "GET https://metube.mixhost.invalid/history", ask = { "history" },
  -- Each look moves one of the downloads of add.lua on: the last one sees the second one fail.
  mock = { look, look, look, look },
  explained = {
    ["queue[].status null"] = "a damaged entry", ["queue[].url null"] = "a damaged entry",
  },
  answers = {
    { name = "a percentage that is not a number", class = "ok", odd = "Python writes NaN",
      type = "text/plain",
      body = '{"done": [], "queue": [{"url": "https://www.youtube.com/watch?v=aaaaaaaaaa2", '
        .. '"title": "", "status": "downloading", "percent": NaN, "eta": Infinity}], '
        .. '"pending": []}',
      gives = { { title = "https://www.youtube.com/watch?v=aaaaaaaaaa2", state = "downloading",
        percent = false } } },
    { name = "downloads of all kinds", class = "ok",
      odd = "running ones stand in queue, those that wait for a word in pending",
      type = "text/plain; charset=utf-8",
      json = lists(
        { download(1, { status = "finished", percent = 100.0, filename = "Harbour Tour 1.mp4",
          size = 1048576 }) },
        { download(2, { status = "downloading", percent = 42.3, speed = 1250000.5, eta = 12,
          tmpfilename = "/downloads/x.part" }), download(3, { status = "preparing" }) },
        { download(4) }),
      gives = {
        { url = "https://www.youtube.com/watch?v=aaaaaaaaaa2", title = "Harbour Tour 2",
          state = "downloading", percent = 42.3, message = false },
        { title = "Harbour Tour 3", state = "preparing", percent = false },
        { title = "Harbour Tour 4", state = "pending", percent = false },
        { title = "Harbour Tour 1", state = "finished", percent = 100.0 },
      } },
    { name = "a download that failed", class = "ok", source = code .. "ytdl.py",
      odd = "msg has lines; error is what was wrong before it began",
      json = lists({ download(5, { status = "error",
        msg = "ERROR: [youtube] aaaaaaaaaa5: Video unavailable\nThis video is private" }) },
        none, none),
      gives = { { state = "error",
        message = "ERROR: [youtube] aaaaaaaaaa5: Video unavailable" } } },
    { name = "a live stream that is to come", class = "ok", source = code .. "ytdl.py",
      odd = "its reason stands in error alone",
      json = lists({ download(6, { status = "error",
        error = "Live stream is scheduled to start at 2026-12-01 18:00:00 +0000" }) }, none, none),
      gives = { { state = "error",
        message = "Live stream is scheduled to start at 2026-12-01 18:00:00 +0000" } } },
    { name = "an old MeTube", class = "ok", source = "https://github.com/alexta69/metube/pull/335",
      odd = "of 2023: no list pending, fewer members", apart = "an old MeTube's",
      json = { done = none, queue = { { id = "aaaaaaaaaa7", title = "Harbour Tour 7",
        url = "https://www.youtube.com/watch?v=aaaaaaaaaa7", quality = "best", format = "any",
        folder = null, custom_name_prefix = "", msg = null, percent = null, speed = null,
        eta = null, status = "pending", timestamp = 1699000000000000000, error = null } } },
      gives = { { title = "Harbour Tour 7", state = "pending" } } },
    { name = "an entry without a title", class = "ok", source = code .. "ytdl.py",
      odd = "what comes from another site may have none; one without an address is left out",
      json = lists(none, { download(8, { title = null, status = null }),
        download(9, { url = null }) }, none),
      gives = { { title = "https://www.youtube.com/watch?v=aaaaaaaaaa8", state = "waiting" } } },
    { name = "nothing", class = "empty", json = lists(none, none, none) },
    { name = "another service", class = "lasting",
      source = "https://github.com/pardeike/MeTubeServer",
      odd = "the hub of nearly the same name has no history", json = { message = "Welcome" },
      says = "does not come from MeTube" },
    { name = "its own page", class = "lasting", odd = "behind a wrong path lies the web page",
      body = "<!doctype html>\n<html lang=\"en\"><head><title>MeTube</title></head></html>",
      type = "text/html", says = "does not come from MeTube" },
    { name = "a log-in in front", class = "lasting", status = 401,
      source = "https://github.com/alexta69/metube/issues/308", body = "Unauthorized",
      type = "text/plain", says = "HTTP status 401: Unauthorized" },
    { name = "a proxy without MeTube", class = "passing", status = 502,
      source = "https://github.com/alexta69/metube/issues/722",
      body = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n</html>",
      type = "text/html" },
  },
}
