-- A MeTube hub: it watches YouTube's channels for many users, and looks for new videos on request.
--
-- Failures are {code, message, advice, not_before} beside the members of every provider's error
-- (lib/failure.lua); the codes are those of the hub's own clients.

local failure = require("lib.failure")
local loose_json = require("lib.loose_json")
local retry_after = require("lib.retry_after")
local service_words = require("lib.service_words")
local videos = require("lib.feed_videos")

local hub = { name = "hub", title = "MeTube hub", upstream = "hub" }

--- The base address of the hub unless the setting upstream.hub names another.
hub.base = mix.http.service("hub").base

local chunk, page_size, most_pages = 100, 100, 100

local advice = {
  server_unhealthy = "look at the hub, or at the setting upstream.hub; the stored feed stays",
  registration_failed = "run the same command again: the missing ones are registered then",
  reconciliation_failed = "the feed may lack the newest videos; try again later, or with --force",
  fetch_failed = "try again later; the stored feed stays",
  invalid_response = "is the setting upstream.hub the address of a MeTube hub of this version?",
}

local function problem(code, message, extra)
  local result = {
    code = code, message = message, advice = advice[code], provider = hub.name, kind = "answer",
  }
  for name, value in pairs(extra or {}) do result[name] = value end
  return result
end

-- The time before which a service wants no request; nil where it does not say.
local function not_before(answer)
  local seconds = retry_after(answer.headers)
  return seconds and mix.time.now() + seconds
end

local function status_text(answer)
  local said = service_words(answer)
  return ("HTTP status %d%s"):format(answer.status, said and (" (%s)"):format(said) or "")
end

-- The members of an error that tell what a request without an answer, or a refusal, means.
local function of_request(err)
  return { kind = err.kind, upstream = err.upstream, ["until"] = err["until"] }
end

local function of_status(answer, extra)
  local members = extra or {}
  members.kind, members.status = failure.kind_of_status(hub, answer.status), answer.status
  return members
end

-- The advice where the hub refuses to look again so soon, by force or not; nil for other refusals.
local function too_soon(answer)
  if answer.status ~= 429 then return nil end
  local time = not_before(answer)
  return "the feed may lack the newest videos; the hub looks again "
    .. (time and os.date("from %Y-%m-%d %H:%M", math.ceil(time)) or "later")
end

local function user_path(user, what) return ("%s/api/users/%s/%s"):format(hub.base, user, what) end

--- Whether the hub answers; one that limits this question is well. Returns true; nil and the
--- problem.
function hub.health()
  local answer, err = failure.caught(mix.http.get, hub.base .. "/health", {
    ttl = 0, retry = false, allow_expired = false, timeout = "20s", pause = "route",
  })
  if not answer then
    return nil, problem("server_unhealthy", "the hub does not answer: " .. failure.short(err),
      of_request(err))
  end
  if answer.ok or answer.status == 429 then return true end
  return nil, problem("server_unhealthy", "the hub is not well: " .. status_text(answer),
    of_status(answer))
end

--- Registers channels, a hundred at a time, and calls `done(ids)` after each accepted part. Returns
--- true; nil and the problem.
function hub.register(user, ids, done)
  for first = 1, #ids, chunk do
    local part = table.move(ids, first, math.min(first + chunk - 1, #ids), 1, {})
    local answer, err = failure.caught(mix.http.post, user_path(user, "channels"), {
      json = { channelIds = mix.json.array(part) }, pause = "route", patience = "20s",
    })
    if not answer then
      return nil, problem("registration_failed",
        "the channels could not be registered: " .. failure.short(err), of_request(err))
    end
    if not answer.ok then
      return nil, problem("registration_failed", "the hub did not take the channels: "
        .. status_text(answer), of_status(answer))
    end
    done(part)
  end
  return true
end

--- Asks the hub to look for new videos, by one request that is never retried. The hub limits it
--- more than others: a pause that it asks for holds these requests alone. Returns the number of new
--- videos, 0 where the hub does not say; nil and the problem, whose `unknown_user` says that the
--- channels must be registered again.
function hub.reconcile(user)
  local answer, err = failure.caught(mix.http.post, user_path(user, "reconcile"), {
    retry = false, timeout = "50s", pause = "route",
  })
  if not answer then
    return nil, problem("reconciliation_failed",
      "the hub did not look for new videos: " .. failure.short(err), of_request(err))
  end
  if not answer.ok then
    return nil, problem("reconciliation_failed",
      "the hub did not look for new videos: " .. status_text(answer),
      of_status(answer, { unknown_user = answer.status == 404, not_before = not_before(answer),
        advice = too_soon(answer) }))
  end
  if answer.body == "" then return 0 end
  local document = mix.json.decode(answer.body)
  local count = type(document) == "table" and math.tointeger(document.newVideosCount)
  if not count or count < 0 then
    return nil, problem("invalid_response", "the hub's answer to reconcile has no newVideosCount")
  end
  return count
end

-- The document of a page and its rows; nil, nil and the fault.
local function read_page(answer)
  if answer.status == 204 then return {}, {} end
  local document, parse_err = loose_json.answer(answer.body, answer.headers["content-type"])
  local rows = type(document) == "table" and document.videos
  if type(rows) == "table" and mix.json.is_array(rows) then return document, rows end
  return nil, nil, "the hub's feed has no list of videos"
    .. (parse_err and ": " .. failure.line(parse_err) or "")
end

-- Requests one page. Returns its rows and the next cursor; nil and the problem.
local function page(user, since)
  local answer, err = failure.caught(mix.http.get, user_path(user, "feed"), {
    query = { since = since, limit = page_size }, ttl = 0, allow_expired = false,
    pause = "route", patience = "20s",
  })
  if not answer then
    return nil, problem("fetch_failed", "the feed could not be fetched: " .. failure.short(err),
      of_request(err))
  end
  if not answer.ok then
    return nil, problem("fetch_failed", "the feed could not be fetched: " .. status_text(answer),
      of_status(answer, { unknown_user = answer.status == 404 }))
  end
  local document, rows, wrong = read_page(answer)
  if not rows then return nil, problem("invalid_response", wrong) end
  -- The documents call it cursor, the hub nextCursor.
  local cursor = document.nextCursor
  if type(cursor) ~= "string" then cursor = document.cursor end
  return rows, type(cursor) == "string" and cursor ~= "" and cursor or nil
end

--- Whether the hub knows a user; also true when the hub cannot be asked.
function hub.knows(user)
  local rows, refusal = page(user, mix.time.iso(mix.time.now()))
  return rows ~= nil or not refusal.unknown_user
end

--- Returns the feed, newest first, each video once, and counts {skipped = {reason = n}, pages,
--- cut}; nil and the problem. `since` is a time or nil. A page without new videos is the last one,
--- because the hub's cursor repeats old ones.
function hub.feed(user, since)
  local found, seen, skipped, pages = {}, {}, {}, 0
  local cursor = since and mix.time.iso(since)
  while pages < most_pages do
    local rows, next_cursor = page(user, cursor)
    if not rows then
      if pages == 0 then return nil, next_cursor end
      return found, { skipped = skipped, pages = pages, problem = next_cursor }
    end
    pages = pages + 1
    local added = false
    for _, row in ipairs(rows) do
      local key = type(row) == "table" and type(row.videoId) == "string" and row.videoId or row
      if not seen[key] then
        seen[key], added = true, true
        local video, reason = videos.from_hub(row)
        if video then
          found[#found + 1] = video
        else
          skipped[reason] = (skipped[reason] or 0) + 1
        end
      end
    end
    if not added or not next_cursor then
      return found, { skipped = skipped, pages = pages }
    end
    cursor = next_cursor
  end
  return found, { skipped = skipped, pages = pages, cut = true }
end

--- Makes a problem with these codes, for failures outside this provider.
hub.problem = problem

-- The fault of a page of the feed; nil without one.
local function flaw(answer)
  -- Before its first channel is registered, a hub does not know a user, and says so in JSON.
  if answer.status == 404 and type(mix.json.decode(answer.body)) == "table" then return nil end
  if not answer.ok then return status_text(answer) end
  local _, rows, wrong = read_page(answer)
  if not rows then return wrong, advice.invalid_response end
  if rows[1] ~= nil and not (type(rows[1]) == "table" and type(rows[1].videoId) == "string") then
    return "the first of its videos has no videoId", advice.invalid_response
  end
end

--- The doctor's checks; see docs/doctor.md.
hub.checks = { {
  title = "MeTube hub", upstream = "hub", serves = { "feed" },
  client = function() return { upstream = "hub" } end,
  unused = function()
    if mix.env.setting("upstream.hub") == hub.base then
      return "not configured: upstream.hub is not set"
    end
  end,
  question = function()
    local user = mix.env.setting("feed.user")
    if not user then
      return nil, { what = "not asked: a hub needs a user",
        advice = "mixhost config set feed.user NAME" }
    end
    return { path = ("/api/users/%s/feed"):format(user), query = { limit = 1 } }
  end,
  shape = flaw,
} }

return hub
