-- Miniflux's answers with the feeds of its user.

local documents, code = "https://miniflux.app/docs/api.html",
  "https://github.com/miniflux/v2/blob/main/internal/"
local today, null = "2026-11-27", mix.json.null

local function feed(fields)
  local all = {
    id = 42, user_id = 7, feed_url = "https://example.org/feed.atom",
    site_url = "https://example.org/", title = "Salt & Sand", description = "", language = "en",
    checked_at = "2026-11-27T09:58:11.123456Z", next_check_at = "0001-01-01T00:00:00Z",
    etag_header = "", last_modified_header = "", parsing_error_message = "",
    parsing_error_count = 0, scraper_rules = "", rewrite_rules = "", blocklist_rules = "",
    keeplist_rules = "", block_filter_entry_rules = "", keep_filter_entry_rules = "",
    urlrewrite_rules = "", user_agent = "", cookie = "", username = "", password = "",
    disabled = false, no_media_player = false, ignore_http_cache = false,
    allow_self_signed_certificates = false, fetch_via_proxy = false, hide_globally = false,
    disable_http2 = false, pushover_enabled = false, ntfy_enabled = false, crawler = false,
    ignore_entry_updates = false, apprise_service_urls = "", webhook_url = "", ntfy_priority = 0,
    ntfy_topic = "", pushover_priority = 0, proxy_url = "",
    category = { id = 3, title = "News", user_id = 7, hide_globally = false },
    icon = { feed_id = 42, icon_id = 84, external_icon_id = "x7" },
  }
  for name, value in pairs(fields or {}) do all[name] = value end
  return all
end

return {
  source = documents, date = today,
  url = "GET https://miniflux.mixhost.invalid/v1/feeds",
  ask = { "subscriptions" },
  mock = { path = "/miniflux/v1/feeds", headers = { ["x-auth-token"] = "mock" } },
  answers = {
    { name = "two feeds in a category", class = "ok",
      json = { feed(), feed({ id = 43, feed_url = "https://example.net/rss", title = "Two",
        site_url = "", icon = null, disabled = true,
        parsing_error_message = "unable to fetch", parsing_error_count = 3 }) },
      odd = "a feed without an icon has null, one that was never asked the year 1",
      gives = {
        { address = "https://example.org/feed.atom", title = "Salt & Sand",
          page = "https://example.org/", folder = { "News" } },
        { address = "https://example.net/rss", title = "Two", page = false },
      } },
    { name = "a channel of YouTube, as an older version sends it", class = "ok",
      source = code .. "model/feed.go",
      odd = "an older version has no category where it is asked without one",
      json = { { id = 1, feed_url = "https://www.youtube.com/feeds/videos.xml?channel_id="
        .. "UC_x5XG1OV2P6uZZ5FSM9Ttw", title = "Harbour TV" } },
      gives = { { title = "Harbour TV", folder = false } } },
    { name = "no feeds", class = "empty", json = mix.json.array({}) },
    { name = "a key that was removed", class = "lasting", status = 401,
      source = code .. "http/response/json.go", json = { error_message = "access unauthorized" },
      says = "does not accept the key", fails = { kind = "token" },
      mock = { path = "/miniflux/v1/feeds", headers = { ["x-auth-token"] = "x" } } },
    { name = "another path", class = "refused", status = 404,
      source = code .. "http/response/json.go", json = { error_message = "resource not found" },
      says = "resource not found",
      mock = { path = "/miniflux/v2/feeds", headers = { ["x-auth-token"] = "mock" } } },
    { name = "its database is away", class = "passing", status = 500,
      source = code .. "http/response/json.go",
      json = { error_message = "store: unable to fetch feeds: connection refused" } },
    { name = "the page of the reader", class = "passing", type = "text/html; charset=utf-8",
      odd = "with the address of another part, status 200",
      body = "<!DOCTYPE html>\n<html lang=\"en\"><head><title>Sign In - Miniflux</title></head>",
      says = "does upstream.miniflux name" },
    { name = "an answer of another service", class = "refused", json = { subscriptions = {} },
      says = "is not a list of feeds" },
    { name = "the gateway in front", class = "passing", status = 502, type = "text/html",
      source = "https://github.com/miniflux/v2/issues/1003",
      body = "<html><head><title>502 Bad Gateway</title></head></html>" },
    { name = "too many requests", class = "limit", status = 429, type = "text/html",
      source = "https://github.com/miniflux/v2/issues", odd = "from a proxy in front",
      body = "<html><head><title>429 Too Many Requests</title></head></html>" },
  },
}
