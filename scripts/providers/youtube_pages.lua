-- YouTube's pages, for what its feeds do not say: whose channel a handle, an old name or a video
-- is.

local failure = require("lib.failure")

local youtube_pages = {}

local base = mix.http.service("youtube").base
-- A page has a megabyte and more.
local options = {
  ttl = "24h", max_bytes = "8MB", timeout = "20s",
  -- Without an answer to its question about cookies, YouTube shows that question in Europe.
  headers = { Cookie = "SOCS=CAI" },
}

local entities = { amp = "&", lt = "<", gt = ">", quot = "\"", apos = "'", ["#39"] = "'" }

local function unescaped(text)
  return (text:gsub("&(#?%w+);", function(name)
    return entities[name] or name:match("^#(%d+)$") and utf8.char(tonumber(name:sub(2)))
  end))
end

-- The first place in a page that names a channel.
local places = {
  "videos%.xml%?channel_id=(UC[%w_-]+)", "\"externalId\":\"(UC[%w_-]+)\"",
  "\"channelId\":\"(UC[%w_-]+)\"",
}

local function read(body)
  for _, place in ipairs(places) do
    local id = body:match(place)
    if id and #id == 24 then return id end
  end
end

--- The channel that a page ("/@x", "/c/x", "/watch?v=x") belongs to: {id, title}; nil and the
-- reason.
function youtube_pages.channel(page)
  local answer, err = mix.http.get(base .. page, options)
  if not answer then return nil, failure.short(err) end
  if answer.status == 404 then return nil, "YouTube knows no such page" end
  if answer.status ~= 200 then return nil, ("HTTP status %d"):format(answer.status) end
  local id = read(answer.body)
  if not id then
    return nil, "YouTube's page names no channel; give its id (UC…), or the address of its feed"
  end
  -- The title of a video's page is the video's.
  local title = not page:find("^/watch")
    and answer.body:match("property=\"og:title\" content=\"([^\"]+)\"")
  return { id = id, title = title and unescaped(title) or nil }
end

return youtube_pages
