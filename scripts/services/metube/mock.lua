-- Imitates MeTube, the web page around yt-dlp. Each look at its history moves the oldest waiting
-- download on: waiting, at work, done. An address with `fail` in it ends with an error; one that is
-- not an address is refused, with status 200 as there.

-- MeTube writes JSON, and calls it text.
local text = "text/plain; charset=utf-8"

local function answer(value) return { type = text, body = mix.json.encode(value) } end

local function bad_request(reason)
  return { status = 400, type = text, body = "400: " .. (reason or "Bad Request") }
end

local qualities = { "best", "worst", "2160", "1440", "1080", "720", "480", "360", "240", "audio" }
local is_quality = {}
for _, quality in ipairs(qualities) do is_quality[quality] = true end

local function add(request, state)
  local body = mix.json.decode(request.body)
  if type(body) ~= "table" then return bad_request("Invalid JSON request body") end
  local url, quality = body.url, body.quality
  if type(url) ~= "string" or url == "" or type(quality) ~= "string" or quality == "" then
    return bad_request()
  end
  if not is_quality[quality] then
    return bad_request(("quality must be one of ['%s'] for video"):format(
      table.concat(qualities, "', '")))
  end
  if not url:find("^http") then
    return answer({ status = "error", msg = ("ERROR: '%s' is not a valid URL"):format(url) })
  end
  for place, download in ipairs(state.downloads) do
    if download.url == url then table.remove(state.downloads, place) end
  end
  table.insert(state.downloads, {
    url = url, quality = quality, format = type(body.format) == "string" and body.format or "any",
    folder = type(body.folder) == "string" and body.folder or "", looks = 0,
    second = mix.catalogue.now(),
  })
  return answer({ status = "ok" })
end

local steps = { [0] = "pending", "downloading", "finished" }

local function download_json(download)
  local null = mix.json.null
  local id = download.url:match("([^=]*)=*$")
  local is_done, at_work = download.looks == 2, download.looks == 1
  local reason = is_done and download.url:find("fail", 1, true) and "ERROR: Video unavailable"
  return {
    id = id, title = "Video " .. id, url = download.url, quality = download.quality,
    format = download.format, folder = download.folder, custom_name_prefix = "",
    playlist_item_limit = 0, status = reason and "error" or steps[download.looks],
    msg = reason or null, error = reason or null,
    percent = is_done and 100 or at_work and 42 or null, speed = at_work and 1250000.5 or null,
    eta = at_work and 30 or null, timestamp = download.second * 1000000000,
    filename = is_done and not reason and ("Video %s.mp4"):format(id) or nil,
    size = is_done and not reason and 52428800 or nil,
  }
end

local function history(_, state)
  for _, download in ipairs(state.downloads) do
    if download.looks < 2 then
      download.looks = download.looks + 1
      break
    end
  end
  local done, queue = mix.json.array({}), mix.json.array({})
  for _, download in ipairs(state.downloads) do
    table.insert(download.looks == 2 and done or queue, download_json(download))
  end
  return answer({ done = done, queue = queue, pending = mix.json.array({}) })
end

return {
  is_unlimited = true,
  routes = { ["POST /metube/add"] = add, ["GET /metube/history"] = history },
  state = function() return { downloads = {} } end,
}
