-- A hub's answers to POST /api/users/ID/reconcile.

local client = "https://github.com/pardeike/MeTubeServer/blob/main/CLIENT.md"
local today = "2026-11-27"

return {
  url = "POST https://hub.mixhost.invalid/api/users/joe/reconcile", ask = { "reconcile", "joe" },
  -- The user has a channel by the question of channels.lua.
  mock = { path = "/hub/api/users/joe/reconcile", method = "POST" },
  answers = {
    { name = "new videos", class = "ok", source = client, date = today, gives = 12,
      json = { message = "Reconciliation completed", newVideosCount = 12 } },
    { name = "nothing new", class = "ok", source = client, date = today, gives = 0,
      json = { message = "Reconciliation completed", newVideosCount = 0 } },
    { name = "no word", class = "ok", status = 204,
      source = "https://www.rfc-editor.org/rfc/rfc9110#section-15.3.5",
      date = today, odd = "other hubs do not count", body = "", gives = 0 },
    {
      name = "no such user", class = "refused", status = 404, source = client, date = today,
      json = { message = "User not found" },
      mock = { path = "/hub/api/users/nobody/reconcile", method = "POST" },
      says = "User not found", fails = { unknown_user = true, code = "reconciliation_failed" },
    },
    {
      name = "too soon", class = "limit", status = 429, source = client, date = today,
      headers = { ["Retry-After"] = "600" },
      json = { message = "Reconcile was run less than 15 minutes ago" },
      says = "less than 15 minutes ago",
      fails = { code = "reconciliation_failed", unknown_user = false, status = 429 },
    },
    {
      name = "too soon, without a time", class = "limit", status = 429, source = client,
      date = today, body = "", fails = { code = "reconciliation_failed", not_before = false },
    },
    {
      name = "YouTube's quota is spent", class = "passing", status = 500, date = today,
      source = "https://github.com/pardeike/MeTubeServer/blob/main/QUOTA.md",
      type = "application/problem+json",
      json = { type = "https://tools.ietf.org/html/rfc9110#section-15.6.1",
        title = "An error occurred while processing your request.", status = 500,
        detail = "YouTube API quota exceeded" }, says = "YouTube API quota exceeded",
    },
    {
      name = "a count as text", class = "refused", date = today,
      source = "docs/feed.md", odd = "numbers are numbers: this is no hub",
      json = { newVideosCount = "many" }, says = "has no newVideosCount",
      fails = { code = "invalid_response" },
    },
    {
      name = "a page of a log-in", class = "refused", date = today,
      source = "https://github.com/alexta69/metube/issues/459",
      body = "<!DOCTYPE html><html><head><title>Login</title></head></html>", type = "text/html",
      fails = { code = "invalid_response" },
    },
  },
}
