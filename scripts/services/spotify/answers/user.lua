-- Answers of Spotify about the signed-in user, and the refusals of the account.

local parts = require("services.spotify.answers.parts")

local fault, with = parts.fault, parts.with
local documents = parts.documents .. "get-current-users-profile"
local old = "sent under the old contract"

local function user(fields)
  return with(with(parts.user("ada", "Ada"), { images = {
    { url = "https://i.scdn.co/image/ab6775", height = 300, width = 300 } } }), fields)
end

return {
  source = parts.codes, date = "2026-11-27",
  url = "GET https://api.spotify.com/v1/me", open = parts.open, ask = { "me" },
  mock = { path = "/spotify_api/me", scopes = {} },
  explained = {
    country = old, email = old, explicit_content = old, followers = old, product = old,
    ["display_name null"] = "the mock's user has a name",
  },
  answers = {
    { name = "the user under the new contract", class = "ok", json = user(),
      source = parts.contract, gives = { id = "ada", name = "Ada" } },
    { name = "the user under the old contract", class = "ok",
      json = user({ country = "SE", email = "ada@example.org", product = "premium",
        explicit_content = { filter_enabled = false, filter_locked = false },
        followers = { href = mix.json.null, total = 3 } }),
      source = documents, gives = { id = "ada", name = "Ada" } },
    { name = "a user without a name and pictures", class = "ok",
      json = user({ display_name = mix.json.null, images = mix.json.array({}) }),
      source = documents, odd = "display_name may be null", gives = { name = "ada" } },
    { name = "a user without a name, whose address the old contract says", class = "ok",
      json = user({ display_name = mix.json.null, email = "ada@example.org" }),
      source = documents, gives = { name = "ada@example.org" } },
    { name = "a token that ran out", class = "lasting", status = 401,
      json = fault(401, "The access token expired"), says = "auth login spotify" },
    { name = "a log-in without the permission", class = "lasting", status = 403,
      json = fault(403, "Insufficient client scope"), says = "lacks a permission" },
    { name = "an account that is not on the app's list, in words of text", class = "lasting",
      status = 403, type = "text/plain", body = "User not registered in the Developer Dashboard",
      says = "User Management", source = "https://github.com/zmb3/spotify/issues/301",
      odd = "plain text" },
    { name = "an app whose owner has no Premium", class = "lasting", status = 403,
      type = "text/plain; charset=utf-8",
      body = "Active premium subscription required for the owner of the app.\n",
      says = "needs Premium", source = "https://github.com/zmb3/spotify/issues/301",
      odd = "plain text" },
    { name = "too many requests", class = "limit", status = 429,
      headers = { ["Retry-After"] = "3" }, json = fault(429, "API rate limit exceeded"),
      source = parts.limits },
    { name = "too many requests, for hours", class = "limit", status = 429,
      headers = { ["Retry-After"] = "38421" }, type = "text/plain", body = "Too many requests",
      says = "in 38421 s", source = "https://github.com/spotipy-dev/spotipy/issues/913",
      odd = "plain text, a pause of eleven hours" },
    { name = "the app's quota", class = "limit", status = 429, headers = { ["Retry-After"] = "10" },
      json = fault(429, "Quota exceeded", "QUOTA_EXCEEDED"), says = "quota",
      source = parts.contract },
    { name = "a fault of the service", class = "passing", status = 500,
      json = fault(500, "Server error.") },
    { name = "the gateway's words", class = "passing", status = 503, type = "text/plain",
      body = "upstream connect error or disconnect/reset before headers",
      odd = "plain text of the proxy" },
    { name = "the gateway's page", class = "passing", status = 502, type = "text/html",
      body = "<html><body><h1>502 Bad Gateway</h1></body></html>" },
    { name = "a page where JSON belongs", class = "passing", type = "text/html",
      body = "<!DOCTYPE html><title>Log in to the network</title>", odd = "status 200" },
    { name = "a user without an identifier", class = "refused", json = user({ id = false }),
      says = "GET /me gave an answer without id", source = documents },
  },
}
