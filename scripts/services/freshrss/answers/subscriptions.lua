-- Answers with the subscriptions of a user, as FreshRSS and other readers with the interface of
-- Google Reader send them.

local today, text = "2026-11-27", "text/plain; charset=UTF-8"
local token = "mock/0123456789abcdef0123456789abcdef01234567"
local path = "/freshrss/reader/api/0/subscription/list"

local function with(key) return { Authorization = "GoogleLogin auth=" .. key } end

local function question(key)
  return { path = path, query = { output = "json" }, headers = {
    authorization = with(key).Authorization } }
end

local function subscription(fields)
  local all = {
    id = "feed/12", title = "Salt & Sand", url = "https://example.org/feed.atom",
    htmlUrl = "https://example.org/", iconUrl = "https://rss.example.org/f.php?0a1b2c3d",
    categories = { { id = "user/-/label/News", label = "News" } },
  }
  for name, value in pairs(fields or {}) do
    if value == false then all[name] = nil else all[name] = value end
  end
  return all
end

return {
  source = "https://github.com/FreshRSS/FreshRSS/blob/edge/p/api/greader.php", date = today,
  url = "GET https://freshrss.mixhost.invalid/reader/api/0/subscription/list*",
  ask = { "subscriptions" }, mock = question(token),
  answers = {
    { name = "two feeds in folders", class = "ok",
      json = { subscriptions = { subscription(), subscription({ id = "feed/13", title = "Two",
        url = "https://example.net/rss?a=1&b=2", htmlUrl = "" }) } },
      gives = {
        { address = "https://example.org/feed.atom", title = "Salt & Sand",
          page = "https://example.org/", folder = { "News" } },
        { address = "https://example.net/rss?a=1&b=2", title = "Two", page = false },
      } },
    { name = "addresses in the identifiers", class = "ok",
      source = "https://github.com/theoldreader/api", odd = "as Google's own had them",
      apart = "another reader's",
      json = { subscriptions = { { id = "feed/https://example.org/feed.atom", title = "A",
        categories = mix.json.array({}), sortid = "00157a17", firstitemmsec = "1371067674000" } } },
      gives = { { address = "https://example.org/feed.atom", title = "A", folder = false } } },
    { name = "signs that stand in for others", class = "ok", odd = "names keep no & < > of HTML",
      json = { subscriptions = { subscription({ title = "Salt ＆ Sand" }) } },
      gives = { { title = "Salt ＆ Sand" } } },
    { name = "no feeds", class = "empty", json = { subscriptions = mix.json.array({}) } },
    { name = "a password that was changed", class = "lasting", status = 401, type = text,
      body = "Unauthorized!", says = "does not accept the token", fails = { kind = "token" },
      mock = question("mock/x") },
    { name = "the interface is not allowed", class = "passing", status = 503, type = text,
      body = "Service Unavailable!", odd = "until the administrator allows it",
      says = "is its API allowed" },
    { name = "an unknown path", class = "refused", status = 400, type = text, body = "Bad Request!",
      mock = { path = "/freshrss/reader/api/0/subscriptions",
        headers = { authorization = with(token).Authorization } } },
    { name = "the page of the reader", class = "passing", type = "text/html; charset=UTF-8",
      odd = "where the address lacks /api/greader.php",
      body = "<!DOCTYPE html>\n<html lang=\"en\"><head><title>Login · FreshRSS</title></head>",
      says = "does upstream.freshrss end with" },
    { name = "an answer of another service", class = "refused", json = { feeds = {} },
      says = "does upstream.freshrss end with" },
    { name = "the gateway in front", class = "passing", status = 504, type = "text/html",
      source = "https://github.com/FreshRSS/FreshRSS/issues/5266",
      body = "<html><head><title>504 Gateway Time-out</title></head></html>" },
  },
}
