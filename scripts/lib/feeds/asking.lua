-- Asks for feeds: conditional requests by the cache, moves that stay, and what the reader of a feed
-- can do about one that does not come.

local changed = require("lib.changed")
local failure = require("lib.failure")
local reading = require("lib.feeds.reading")
local retry_after = require("lib.retry_after")
local web_address = require("lib.web_address")

local asking = {}

local most_bytes, patience, most_moves = "16MB", "30s", 6
-- The longest that a feed may ask to be left alone, in seconds.
local longest_pause = 86400

local function origin_of(address) return address:match("^%a+://[^/?#]+") end

-- One request, with the log-in that the user has set for the site `home`, if any: other sites, to
-- which it moves or whose feeds it names, get no log-in.
local function get(address, options, home)
  local origin = origin_of(address)
  local client = origin == home and mix.http.client({ base = origin, credentials = true })
  if client then return client:get(address:sub(#origin + 1), options) end
  return mix.http.get(address, options)
end

-- Plain http is sent where it was allowed; else the same address by https.
local function request(address, options, home)
  local answer, err = failure.caught(get, address, options, home)
  if not answer and err.kind == "denied" and address:find("^http://") then
    if home == origin_of(address) then home = "https" .. home:sub(5) end
    address = "https" .. address:sub(5)
    answer, err = failure.caught(get, address, options, home)
  end
  return answer, err, address
end

local is_move = { [301] = true, [302] = true, [303] = true, [307] = true, [308] = true }
local stays = { [301] = true, [308] = true }

-- Follows moves. Returns the answer, the error, where it came from, and the address that holds from
-- now on: after moves that are for good alone.
local function followed(address, headers, home)
  local kept, all_stay = address, true
  for _ = 1, most_moves do
    local answer, err, asked = request(address, {
      headers = headers, redirect = "none", max_bytes = most_bytes, timeout = patience,
      allow_expired = false, pause = "route", retry = false,
    }, home)
    if not answer then return nil, err, address, kept end
    local target = is_move[answer.status] and web_address.of_web(answer.headers.location, asked)
    if not target then return answer, nil, asked, kept end
    all_stay = all_stay and stays[answer.status] or false
    if all_stay then kept = target end
    address = target
  end
  return nil, { kind = "http", message = "it is redirected again and again" }, address, kept
end

-- The seconds for which an answer is fresh, or for which its server wants to be left alone.
local function pause_of(answer)
  local headers = answer.headers
  local wait = answer.status >= 400 and retry_after(headers, math.huge)
  if wait then return wait end
  return tonumber(((headers["cache-control"] or ""):match("max%-age%s*=%s*\"?(%d+)")))
end

local advice = {
  gone = "its publisher has removed it",
  missing = "look at the site: the feed may have another address",
  token = "it wants a log-in: mixhost config set http.credentials ORIGIN=USER:PASSWORD, or follow "
    .. "an address of your own, if the site gives one",
  forbidden = "the site refuses programs: look whether the feed has an address of your own",
  limit = "the site is asked less often automatically",
  passing = "it is tried again automatically",
  portal = "follow the site's own address, and the feed that it names is taken",
  answer = "tell the site; stored entries stay",
  name = "the site may have moved, or this machine is offline",
  denied = "only addresses of the web are asked without it",
  offline = "ask again without --offline, or with http.offline false",
  certificate = "the site's certificate does not hold: only the site can mend that",
}

-- Other advice for an address that is not followed yet: nothing tries it again.
local unfollowed = { [advice.limit] = "try again later", [advice.passing] = "try again later",
  [advice.answer] = "tell the site" }

--- Returns the advice for an address that was to be followed and did not answer.
function asking.advice(found) return unfollowed[found.advice] or found.advice end

-- Returns the meaning of a status: the word for the channel's state, the reason and what to do.
local function of_status(status)
  if status == 410 then return "gone", advice.gone end
  if status == 404 then return "missing", advice.missing end
  if status == 401 then return "failed", advice.token end
  if status == 403 or status == 451 then return "failed", advice.forbidden end
  if status == 429 then return "failed", advice.limit end
  if status >= 500 then return "failed", advice.passing end
  return "failed", advice.missing
end

local function of_error(err)
  if err.kind == "dns" then return advice.name end
  if err.kind == "denied" or err.kind == "offline" then return advice[err.kind] end
  if err.kind == "certificate" or err.kind == "tls" then return advice.certificate end
  return advice.passing
end

local function failed(answer, reason, say, extra)
  return changed({ answer = answer, reason = reason, advice = say }, extra)
end

-- An address without its scheme: sites write their own with and without https.
local function bare(address) return address:gsub("^https?://", ""):gsub("/$", "") end

--- Asks an address. Returns {answer = "ok", feed, address (that it has from now on), asked (that
--- answered), pause (seconds until it should be asked again)}; or {answer ("gone", "missing" or
--- "failed"), reason, advice, kind, status, page (the answer, where a web page came)}. `home`: the
--- origin that may get its log-in (default: the address's own). A podcast whose host cannot
--- redirect names its new address, which counts when a feed is there; `is_moved`: it is asked for.
function asking.feed(address, home, is_moved)
  -- The cache keeps what came and asks whether it still holds.
  local answer, err, asked, kept = followed(address, {
    ["Cache-Control"] = "no-cache",
    Accept = "application/atom+xml, application/rss+xml, application/feed+json, application/xml;"
      .. "q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.5",
  }, home or origin_of(address))
  if not answer then
    return failed("failed", failure.short(err), of_error(err), { kind = err.kind })
  end
  local pause = pause_of(answer)
  pause = pause and math.min(math.max(pause, 0), longest_pause)
  if answer.status ~= 200 then
    local state, say = of_status(answer.status)
    return failed(state, ("HTTP status %d"):format(answer.status), say,
      { status = answer.status, pause = pause })
  end
  local feed, reason, kind = reading.feed(answer.body, asked, answer.headers["content-type"])
  if not feed then
    return failed("failed", reason, advice[kind], {
      kind = kind, page = kind == "portal" and answer or nil, asked = asked,
    })
  end
  local target = not is_moved and feed.moved_to
  if target and bare(target) ~= bare(asked) then
    local found = asking.feed(target, home or origin_of(address), true)
    if found.answer == "ok" then return found end
  end
  if feed.is_gone then return failed("gone", "the feed says that it has ended", advice.gone) end
  return {
    answer = "ok", feed = feed, address = kept, asked = asked,
    pause = math.min(math.max(feed.pause or 0, pause or 0), longest_pause),
  }
end

-- Places where sites have feeds that their pages do not name.
local guesses = { "/feed", "/rss", "/feed.xml", "/rss.xml", "/atom.xml", "/index.xml" }

local function first_feed(addresses, home)
  for _, address in ipairs(addresses) do
    local found = asking.feed(address, home)
    if found.answer == "ok" then return found end
  end
end

--- Asks an address of a feed, or of a web page that names one. Results like those of `feed`; the
--- feed of a page has `others`, how many more the page names.
function asking.find(address)
  local found = asking.feed(address)
  if not found.page then return found end
  local page, named = found.page, {}
  local list = reading.alternates(page.body, found.asked, page.headers["content-type"],
    page.headers.link)
  for place, entry in ipairs(list) do named[place] = entry.address end
  local feed = first_feed({ table.unpack(named, 1, 4) }, origin_of(address))
  if feed then
    feed.others = #named - 1
    return feed
  end
  if #named == 0 then
    local tried = {}
    local site = found.asked:match("^%a+://[^/?#]+")
    for place, path in ipairs(guesses) do tried[place] = site .. path end
    feed = first_feed(tried, origin_of(address))
    if feed then return feed end
  end
  return failed("failed", #named == 0 and "the page names no feed"
    or "the feeds that the page names do not answer",
    "give the address of the feed itself", { kind = "portal" })
end

return asking
