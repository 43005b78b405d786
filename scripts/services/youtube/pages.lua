-- Reads YouTube's pages for a fact that its feeds lack: the channel of a handle, an old name or a
-- video.

local failure = require("lib.failure")
local plain_text = require("lib.plain_text")

local youtube_pages = { name = "youtube", title = "YouTube", upstream = "youtube" }

local base = mix.http.service("youtube").base
-- A page has more than a megabyte.
local options = {
  ttl = "24h", max_bytes = "8MB", timeout = "20s",
  -- In Europe, YouTube shows its question about cookies unless it is already answered.
  headers = { Cookie = "SOCS=CAI" },
}

-- The places in a page that name a channel; the last one may name another's.
local places = {
  "videos%.xml%?channel_id=(UC[%w_-]+)", "\"external%a*Id\":\"(UC[%w_-]+)\"",
  "itemprop=\"channelId\" content=\"(UC[%w_-]+)\"", "\"channelId\":\"(UC[%w_-]+)\"",
}

local function read(body)
  for _, place in ipairs(places) do
    local id = body:match(place)
    if id and #id == 24 then return id end
  end
end

--- Returns the channel of a page ("/@x", "/c/x", "/watch?v=x"): {id, title}; nil and the error.
function youtube_pages.channel(page)
  local answer, err = failure.caught(mix.http.get, base .. page, options)
  if not answer then return nil, failure.of_request(youtube_pages, err) end
  if answer.status == 404 then
    return nil, failure.new(youtube_pages, "not_found", "YouTube knows no such page",
      { status = 404 })
  end
  if answer.status ~= 200 then
    return nil, failure.new(youtube_pages, failure.kind_of_status(youtube_pages, answer.status),
      ("HTTP status %d"):format(answer.status), { status = answer.status })
  end
  local id = read(answer.body)
  if not id then
    return nil, failure.new(youtube_pages, "answer",
      "YouTube's page names no channel; give its id (UC…), or the address of its feed")
  end
  -- The title of a video's page is the video's.
  local title = not page:find("^/watch")
    and answer.body:match("property=\"og:title\" content=\"([^\"]+)\"")
  return { id = id, title = title and plain_text.unescaped(title) or nil }
end

return youtube_pages
