-- MeTube, the web page around yt-dlp, which downloads videos on request. It is not the hub of
-- services/hub/provider.lua, which has a similar name and another interface.
--
-- https://github.com/alexta69/metube

local failure = require("lib.failure")
local json_values = require("lib.json_values")
local loose_json = require("lib.loose_json")
local service_words = require("lib.service_words")

local text_of = json_values.text

local metube = { name = "metube", title = "MeTube", upstream = "metube" }

--- The base address of MeTube unless the setting upstream.metube names another.
metube.base = mix.http.service("metube").base

-- An answer's document; nil and the error.
local function read(answer, err, what)
  if not answer then
    return nil, failure.new(metube, err.kind, ("MeTube could not %s: %s"):format(what,
      failure.short(err)))
  end
  if not answer.ok then
    local said = service_words(answer)
    return nil, failure.new(metube, failure.kind_of_status(metube, answer.status),
      ("MeTube could not %s: HTTP status %d%s"):format(what, answer.status,
        said and ": " .. said or ""), { status = answer.status })
  end
  local document = loose_json.answer(answer.body, answer.headers["content-type"])
  return type(document) == "table" and document or {}
end

local function another_service()
  return failure.new(metube, "answer",
    "the answer does not come from MeTube: is upstream.metube its address?", { class = "lasting" })
end

--- Requests the download of an address. `wishes`: quality, format, folder. Returns true; nil and
--- the error.
function metube.add(address, wishes)
  local answer, err = failure.caught(mix.http.post, metube.base .. "/add", {
    json = {
      url = address, quality = wishes.quality, format = wishes.format, folder = wishes.folder,
      auto_start = true,
    },
    retry = false, timeout = "60s",
  })
  local document, problem = read(answer, err, "take the download")
  if not document then return nil, problem end
  if document.status == "ok" then return true end
  if document.status == nil then return nil, another_service() end
  return nil, failure.new(metube, "invalid",
    "MeTube refused it: " .. (service_words(answer) or "without a reason"))
end

local function percent_of(value)
  local percent = json_values.number(value)
  return percent and percent >= 0 and percent <= 100 and percent or nil
end

-- Adds the downloads of a list, without invalid ones.
local function add_all(found, list, state)
  for _, raw in ipairs(json_values.list(list)) do
    local item = json_values.object(raw)
    local url = text_of(item.url)
    if url then
      -- `msg` is yt-dlp's; `error` says why a download was not begun.
      local words = text_of(item.msg) or text_of(item.error)
      found[#found + 1] = {
        url = url, title = text_of(item.title) or url, state = text_of(item.status) or state,
        percent = percent_of(item.percent),
        message = words and failure.line(words) or nil,
      }
    end
  end
end

--- Returns MeTube's downloads, running ones first: {url, title, state, percent, message}; nil and
--- the error.
function metube.history()
  local answer, err = failure.caught(mix.http.get, metube.base .. "/history", { ttl = 0,
    allow_expired = false })
  local document, problem = read(answer, err, "show its downloads")
  if not document then return nil, problem end
  if type(document.done) ~= "table" or type(document.queue) ~= "table" then
    return nil, another_service()
  end
  local found = {}
  add_all(found, document.queue, "waiting")
  add_all(found, document.pending, "waiting")
  add_all(found, document.done, "finished")
  return found
end

--- The doctor's checks; see docs/doctor.md.
metube.checks = { {
  title = "MeTube", upstream = "metube", serves = { "feed" },
  client = function() return { upstream = "metube" } end,
  unused = function()
    if mix.env.setting("upstream.metube") == metube.base then
      return "not configured: upstream.metube is not set"
    end
  end,
  question = function() return { path = "/history" } end,
  shape = function(answer)
    if answer.status ~= 200 then return ("HTTP status %d"):format(answer.status) end
    local document = mix.json.decode(answer.body)
    local is_history = type(document) == "table" and type(document.done) == "table"
    return not is_history and "its history has no list of finished downloads" or nil
  end,
} }

return metube
