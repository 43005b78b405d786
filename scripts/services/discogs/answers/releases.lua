-- Answers of Discogs to a search for releases: own values in the form that its documents and public
-- recordings of its answers show.

local documents = "https://www.discogs.com/developers"
local date = "2026-11-27"

local function page(results, items)
  return {
    pagination = { page = 1, pages = 1, per_page = 10, items = items or #results, urls = {} },
    results = mix.json.array(results),
  }
end

-- A result as the service sends it, with the members that a test names.
local function release(members)
  local result = {
    id = 4501, type = "release", title = "The Weeknd - After Hours", year = "2020", country = "US",
    format = { "Vinyl", "LP", "Album" }, label = { "XO", "Republic Records" },
    genre = { "Electronic", "Funk / Soul" }, style = { "Synth-pop" }, barcode = { "602508818402" },
    catno = "B0032055-01", master_id = 1704204,
    master_url = "https://api.discogs.com/masters/1704204",
    uri = "/release/4501-The-Weeknd-After-Hours", thumb = "", cover_image = "",
    resource_url = "https://api.discogs.com/releases/4501",
    community = { have = 1200, want = 340 }, format_quantity = 2,
    user_data = { in_wantlist = false, in_collection = false },
    formats = { { name = "Vinyl", qty = "2", descriptions = { "LP", "Album" } } },
  }
  for name, value in pairs(members) do result[name] = value end
  return result
end

local refused = { source = documents, date = date }
local function refusal(members)
  for name, value in pairs(refused) do members[name] = value end
  return members
end

return {
  source = documents, date = date,
  url = "GET https://api.discogs.com/database/search*",
  ask = { "search", { title = "After Hours", artist = "The Weeknd", limit = 10 } },
  mock = { path = "/discogs/database/search", headers = { authorization = "Discogs token=mock" },
    query = { type = "release", release_title = "After Hours", artist = "The Weeknd" } },
  explained = {
    ["results[].formats[].text"] = "only some formats have it",
    ["results[].master_id null"] = "each album of the mock has a master",
    ["results[].master_url null"] = "the same",
    ["results[].title null"] = "damaged on purpose", ["results[].formats null"] = "the same",
  },
  answers = {
    { name = "two editions of an album", class = "ok",
      json = page({
        release({}),
        release({ id = 4502, country = "UK & Europe", year = "2021",
          formats = { { name = "CD", qty = "1", text = "Digipak", descriptions = { "Album" } } } }),
      }),
      gives = {
        { id = 4501, title = "After Hours", artist = "The Weeknd", release_date = "2020",
          country = "US", track_count = false, label = "XO", catalogue_number = "B0032055-01",
          barcode = "602508818402", format = "Vinyl", type = "Album", status = false },
        { id = 4502, country = false, release_date = "2021", format = "CD" },
      } },
    { name = "codes of a matrix, and formats that say the state", class = "ok",
      odd = "a label's number may be none, and old results have no formats",
      json = page({
        release({ catno = "none", label = "XO", barcode = { "L-B0032055 A1", "6 02508-81840 2" },
          format = { "Vinyl", "7\"", "Single", "Unofficial Release" }, formats = mix.json.null }),
        release({ id = 4503, format = { "CD", "DVD", "Mini-Album", "Promo" }, barcode = {},
          formats = { { name = "CD" }, { name = "DVD" }, { name = "CD" }, { name = "" } } }),
      }),
      gives = {
        { label = "XO", catalogue_number = false, barcode = "602508818402", format = "Vinyl",
          type = "Single", status = "Bootleg" },
        { barcode = false, format = "CD, DVD", type = "EP", status = "Promotion" },
      } },
    { name = "labels that are numbered, and none", class = "ok",
      source = "https://github.com/joalla/discogs_client/tree/master/discogs_client/tests/res",
      odd = "a release without a label is \"Not On Label\", some with its artist",
      json = page({
        release({ label = { "Ebb Tide (3)", "Ebb Distribution" } }),
        release({ label = { "Not On Label (Ada Self-released)" } }),
        release({ label = { "Not On Label" } }),
      }),
      gives = { { label = "Ebb Tide" }, { label = false }, { label = false } } },
    { name = "numbers and stars of artists", class = "ok",
      odd = "artists of one name are numbered, a name that is printed otherwise has a star",
      json = page({
        release({ id = 1, title = "Nirvana (2) - All Of Us" }),
        release({ id = 2, title = "Ada (3) & Bo (12) - One (2)" }),
        release({ id = 3, title = "Beatles* - Help!" }),
      }),
      gives = {
        { artist = "Nirvana", title = "All Of Us" }, { artist = "Ada & Bo", title = "One (2)" },
        { artist = "Beatles", title = "Help!" },
      } },
    { name = "a compilation, by \"Various\"", class = "ok", odd = "the name stands for nobody",
      ask = { "search", { title = "Now 12", artist = "Various Artists" } },
      json = page({ release({ id = 5, title = "Various - Now 12" }) }),
      gives = { { artist = "Various Artists", title = "Now 12" } } },
    { name = "a sign that parts within the artist", class = "ok",
      odd = "artist and title are one text",
      ask = { "search", { title = "Live", artist = "Ada - Bo" } },
      json = page({ release({ id = 6, title = "Ada - Bo - Live - Part One" }),
        release({ id = 7, title = "Live" }) }),
      gives = { { artist = "Ada - Bo", title = "Live - Part One" } } },
    { name = "members that are missing, null or of another type", class = "ok",
      odd = "old entries have neither year nor country; a year may be a number",
      json = { pagination = { page = 1, pages = 1, per_page = 10, items = 5, urls = {} },
        results = {
          { id = 8, type = "release", title = "Ada - One", year = "197?", master_id = mix.json.null,
            master_url = mix.json.null },
          { id = 9, type = "release", title = "Ada - Two", year = 1991, country = "Yugoslavia" },
          { id = "10", type = "release", title = "Ada - Three" },
          { id = 11, type = "master", title = "Ada - Four" },
          { id = 12, type = "release", title = mix.json.null },
        } },
      gives = {
        { id = 8, release_date = false, country = false },
        { id = 9, release_date = "1991", country = false }, { id = 10 },
      } },
    { name = "a maxi single, and a test pressing", class = "ok",
      json = page({ release({ id = 13, format = { "Vinyl", "12\"", "Maxi-Single" } }),
        release({ id = 14, format = { "Vinyl", "LP", "Test Pressing" } }) }),
      gives = { { id = 13, type = "Single" }, { id = 14, status = "Promotion" } } },
    { name = "nothing found", class = "empty", json = page({}) },
    refusal({
      name = "a token that it does not know", class = "lasting", status = 401,
      json = { message = "You must authenticate to access this resource." },
      mock = { path = "/discogs/database/search", query = { q = "a", type = "release" } },
    }),
    refusal({
      name = "a program that does not say its name", class = "lasting", status = 403,
      body = "<html><head><title>Access Denied</title></head></html>", type = "text/html",
      odd = "the servers in front refuse with a page",
    }),
    refusal({
      name = "parameters that it does not take", class = "refused", status = 422,
      json = { message = "Invalid parameter: per_page must be a number." },
    }),
    refusal({
      name = "too many requests", class = "limit", status = 429,
      odd = "its fields count what is left, and name no time to wait",
      headers = { ["X-Discogs-Ratelimit"] = "60", ["X-Discogs-Ratelimit-Used"] = "60",
        ["X-Discogs-Ratelimit-Remaining"] = "0" },
      json = { message = "You are making requests too quickly." },
    }),
    refusal({
      name = "an error of the service", class = "passing", status = 500,
      json = { message = "An internal server error occurred. (Malformed query?)" },
    }),
    refusal({
      name = "the gateway's page", class = "passing", status = 502,
      body = "<html><h1>502 Bad Gateway</h1></html>", type = "text/html",
    }),
    refusal({
      name = "an answer of another form", class = "refused", json = { results = "none" },
      odd = "seen of proxies, not of the service",
    }),
  },
}
