-- MeTube's answers to the request of a download (POST /add). It answers in JSON that is marked as
-- plain text, and refuses with status 200; what its web framework refuses is plain text.

local code = "https://github.com/alexta69/metube/blob/master/app/"
local text = "text/plain; charset=utf-8"

-- The request of a video. `more`: other members.
local function question(video, more)
  return {
    path = "/metube/add", method = "POST", headers = { ["content-type"] = "application/json" },
    body = ('{"url":"https://www.youtube.com/watch?v=%s","quality":"best"%s}'):format(video,
      more or ""),
  }
end

return {
  source = code .. "main.py", date = "2026-11-27",
  url = "POST https://metube.mixhost.invalid/add",
  ask = { "add", "https://www.youtube.com/watch?v=aaaaaaaaaa1",
    { quality = "best", format = "any" } },
  -- For the looks at the history, too.
  mock = {
    question("aaaaaaaaaa1"), question("fail"), question("untitled"),
    question("aaaaaaaaaa4", ',"auto_start":false'),
  },
  answers = {
    { name = "taken", class = "ok", type = text, json = { status = "ok" }, gives = true },
    { name = "taken, with a word", class = "ok", source = code .. "ytdl.py",
      odd = "of a playlist of which nothing is left, it says so and is content", type = text,
      body = '{"status": "ok", "msg": "no new items"}', gives = true },
    { name = "an address that yt-dlp does not know", class = "refused", source = code .. "ytdl.py",
      odd = "a refusal has status 200", type = text,
      body = '{"status": "error", "msg": "ERROR: [generic] \'x\' is not a valid URL. Set '
        .. '--default-search \\"ytsearch\\""}',
      mock = { path = "/metube/add", method = "POST", body = '{"url":"x","quality":"best"}' },
      says = "MeTube refused it: ERROR: [generic] 'x' is not a valid URL" },
    { name = "a folder outside its own", class = "refused", source = code .. "ytdl.py", type = text,
      body = '{"status": "error", "msg": "Folder \\"../x\\" for download must resolve inside the '
        .. 'base download directory \\"/downloads\\""}',
      says = "must resolve inside" },
    { name = "nothing in what yt-dlp says", class = "refused", source = code .. "ytdl.py",
      type = text, body = '{"status": "error", "msg": "Invalid/empty data was given."}',
      says = "Invalid/empty data was given." },
    { name = "a member is missing", class = "refused", status = 400,
      odd = "the status stands in the text", type = text,
      body = "400: missing 'url', 'download_type', or 'quality'",
      says = "HTTP status 400: missing 'url'", fails = { status = 400 },
      mock = { path = "/metube/add", method = "POST", body = "{}" } },
    { name = "a quality that it does not have", class = "refused", status = 400, type = text,
      body = "400: quality must be one of ['best', '2160', '1440', '1080'] for video",
      says = "HTTP status 400: quality must be one of ['best'," },
    { name = "a mistake of its own", class = "passing", status = 500, type = text,
      body = "500 Internal Server Error\n\nServer got itself in trouble",
      says = "HTTP status 500" },
    { name = "a log-in in front", class = "lasting", status = 401,
      source = "https://github.com/alexta69/metube/issues/308",
      headers = { ["WWW-Authenticate"] = "Basic realm=\"MeTube\"" },
      body = "<html>\r\n<head><title>401 Authorization Required</title></head>\r\n</html>",
      type = "text/html", fails = { kind = "token" } },
    { name = "a proxy without MeTube", class = "passing", status = 504,
      source = "https://github.com/alexta69/metube/issues/722",
      body = "<!DOCTYPE html>\n<html><head><title>504 Gateway Time-out</title></head></html>",
      type = "text/html" },
    { name = "a page of a log-in, with status 200", class = "lasting",
      source = "https://github.com/alexta69/metube/issues/459",
      odd = "a portal in front leads to its own page",
      body = "<!DOCTYPE html>\n<html><head><title>Login - Authelia</title></head></html>",
      type = "text/html", says = "does not come from MeTube" },
    { name = "another path", class = "refused", status = 404,
      source = "https://github.com/alexta69/metube#configuration-via-environment-variables",
      odd = "with URL_PREFIX its address has a path", type = text, body = "404: Not Found",
      says = "HTTP status 404: Not Found" },
  },
}
