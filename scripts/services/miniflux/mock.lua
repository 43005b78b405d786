-- Imitates Miniflux: a user who reads a channel of YouTube, a podcast and a blog.

local feeds = require("lib.mock.reader_feeds")

local key, moment = "mock", "2026-11-27T10:00:00Z"

local function feed(number, row)
  return {
    id = number, user_id = 1, feed_url = row[1], site_url = row[2], title = row[3],
    description = "", language = "en", checked_at = moment, next_check_at = moment,
    etag_header = "", last_modified_header = "", parsing_error_message = "",
    parsing_error_count = 0, scraper_rules = "", rewrite_rules = "", blocklist_rules = "",
    keeplist_rules = "", block_filter_entry_rules = "", keep_filter_entry_rules = "",
    urlrewrite_rules = "", user_agent = "", cookie = "", username = "", password = "",
    disabled = number == 3, no_media_player = false, ignore_http_cache = false,
    allow_self_signed_certificates = false, fetch_via_proxy = false, hide_globally = false,
    disable_http2 = false, pushover_enabled = false, ntfy_enabled = false, crawler = false,
    ignore_entry_updates = false, apprise_service_urls = "", webhook_url = "", ntfy_priority = 0,
    ntfy_topic = "", pushover_priority = 0, proxy_url = "",
    category = { id = number, title = row[4] or "All", user_id = 1, hide_globally = false },
    icon = number == 2 and { feed_id = 2, icon_id = 5, external_icon_id = "a1b2" } or mix.json.null,
  }
end

return {
  settings = { ["miniflux.token"] = key },
  is_unlimited = true,
  check = function(request)
    if request.headers["x-auth-token"] ~= key then
      return { status = 401, json = { error_message = "access unauthorized" } }
    end
  end,
  missing = function() return { status = 404, json = { error_message = "resource not found" } } end,
  routes = {
    ["GET /miniflux/v1/feeds"] = function()
      local list = mix.json.array({})
      for number, row in ipairs(feeds) do list[number] = feed(number, row) end
      return { json = list }
    end,
  },
}
