-- Imitates MeTube, the web page around yt-dlp. Each look at its history moves the oldest waiting
-- download on: waiting, at work, done. An address with `fail` in it ends with an error, one with
-- `untitled` in it has no title; one that is not an address is refused, with status 200 as there.
-- What is added without `auto_start` waits for a word.

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
    is_held = body.auto_start == false, second = mix.mock.now(),
  })
  return answer({ status = "ok" })
end

local steps = { [0] = "pending", "downloading", "finished" }

local function download_json(download)
  local null = mix.json.null
  local id = download.url:match("([^=]*)=*$")
  local is_done, at_work = download.looks == 2, download.looks == 1
  local reason = is_done and download.url:find("fail", 1, true) and "ERROR: Video unavailable"
  local is_complete, is_titled = is_done and not reason, not download.url:find("untitled", 1, true)
  return {
    id = id, title = is_titled and "Video " .. id or null, url = download.url,
    quality = download.quality, download_type = "video", codec = "auto", format = download.format,
    folder = download.folder, custom_name_prefix = "", playlist_item_limit = 0,
    split_by_chapters = false, chapter_template = "%(title)s - %(section_number)02d.%(ext)s",
    subtitle_language = "en", subtitle_mode = "prefer_manual", subtitle_files = mix.json.array({}),
    ytdl_options_presets = mix.json.array({}), ytdl_options_overrides = mix.json.decode("{}"),
    entry = null, status = reason and "error" or steps[download.looks],
    msg = reason or null, error = reason or null,
    percent = is_complete and 100 or at_work and 42 or null,
    speed = at_work and 1250000.5 or null, eta = at_work and 30 or null,
    timestamp = download.second * 1000000000,
    tmpfilename = at_work and ("/downloads/Video %s.mp4.part"):format(id) or nil,
    filename = is_complete and ("Video %s.mp4"):format(id) or nil,
    size = is_complete and 52428800 or null,
  }
end

local function history(_, state)
  for _, download in ipairs(state.downloads) do
    if download.looks < 2 and not download.is_held then
      download.looks = download.looks + 1
      break
    end
  end
  local lists = {
    done = mix.json.array({}), queue = mix.json.array({}), pending = mix.json.array({}),
  }
  for _, download in ipairs(state.downloads) do
    local list = download.looks == 2 and "done" or download.is_held and "pending" or "queue"
    table.insert(lists[list], download_json(download))
  end
  return answer(lists)
end

return {
  is_unlimited = true,
  routes = { ["POST /metube/add"] = add, ["GET /metube/history"] = history },
  state = function() return { downloads = {} } end,
}
