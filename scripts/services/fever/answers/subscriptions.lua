-- Answers of readers with Fever's interface, with the feeds of a user.

local changed = require("lib.changed")

local code = "https://github.com/miniflux/v2/blob/main/internal/fever/"
local key = "0123456789abcdef0123456789abcdef"
local base = "POST https://fever.mixhost.invalid/*"

local function question(part)
  return { path = "/fever/", method = "POST", query = { api = "", api_key = key, [part] = "x" } }
end

local function answer(fields)
  return changed({ api_version = 3, auth = 1, last_refreshed_on_time = 1795773600 }, fields)
end

local function feed(number, fields)
  return changed({ id = number, favicon_id = 8, title = "Salt & Sand", is_spark = 0,
    url = "https://example.org/feed.atom", site_url = "https://example.org/",
    last_updated_on_time = 1795773000 }, fields)
end

local in_groups = { { group_id = 2, feed_ids = "4,5" }, { group_id = 3, feed_ids = "" } }
local groups = answer({
  groups = { { id = 2, title = "News" }, { id = 3, title = "Empty" } }, feeds_groups = in_groups,
})

return {
  source = code .. "README.md", date = "2026-11-27",
  url = base, ask = { "subscriptions" },
  mock = { question("feeds"), question("groups") },
  answers = {
    { name = "two feeds, one in a group", class = "ok", source = code .. "response.go",
      odd = "groups come with another answer",
      first = { { json = answer({ feeds = { feed(4), feed(6, { title = "Two", site_url = "",
        url = "https://example.net/rss" }) }, feeds_groups = in_groups }) } },
      json = groups,
      gives = {
        { address = "https://example.org/feed.atom", title = "Salt & Sand",
          page = "https://example.org/", folder = { "News" } },
        { address = "https://example.net/rss", title = "Two", page = false, folder = false },
      } },
    { name = "feeds and groups in one answer", class = "ok",
      source = "https://github.com/FreshRSS/FreshRSS/blob/edge/p/api/fever.php",
      odd = "all parts that were asked for come together",
      json = answer({ groups = groups.groups, feeds_groups = in_groups, feeds = { feed(5) } }),
      gives = { { folder = { "News" } } } },
    { name = "numbers as texts, and lists in place of texts", class = "ok",
      apart = "other readers'",
      odd = "auth is a text, feed_ids a list",
      json = answer({ auth = "1", feeds = { feed("4"), feed("5"), feed(6) },
        groups = { { id = "2", title = "News" }, { id = 3, title = "Talk" } },
        feeds_groups = { { group_id = "2", feed_ids = { 4, "5" } },
          { group_id = 3, feed_ids = 6 } } }),
      gives = { { folder = { "News" } }, { folder = { "News" } }, { folder = { "Talk" } } } },
    { name = "no feeds and no groups", class = "empty", source = code .. "response.go",
      odd = "no groups are null at Miniflux",
      first = { { json = answer({ feeds = mix.json.array({}), feeds_groups = mix.json.null }) } },
      json = answer({ groups = mix.json.null, feeds_groups = mix.json.null }),
      apart = "Miniflux's" },
    { name = "a key that is not right", class = "lasting", source = code .. "middleware.go",
      odd = "status 200", json = { api_version = 3, auth = 0 }, says = "does not accept the key",
      fails = { kind = "token" },
      mock = { path = "/fever/", method = "POST", query = { api = "", api_key = "x" } } },
    { name = "a fault of the reader", class = "passing", status = 500,
      source = code .. "handler.go", json = { error_message = "store: unable to fetch feeds" } },
    { name = "the page of the reader", class = "passing", type = "text/html",
      odd = "where the address lacks its end",
      body = "<!DOCTYPE html>\n<html><head><title>Sign In</title></head></html>" },
    { name = "an answer of another service", class = "refused", json = { subscriptions = {} },
      says = "does upstream.fever end with" },
    { name = "no such path", class = "refused", status = 404, type = "text/plain",
      body = "404 page not found" },
  },
}
