-- Imitates a reader with Fever's interface: a user who reads a channel of YouTube, a podcast and a
-- blog. A refused key has status 200, as there.

local feeds = require("lib.mock.reader_feeds")

local key = "0123456789abcdef0123456789abcdef"

local groups = { { "Videos", "1" }, { "Reading", "2,3" } }

-- The query has parameters without values: they stand in its text.
local function has(request, name)
  return ("&" .. (request.path:match("%?(.*)$") or "")):find("&" .. name .. "%f[^%w_]") ~= nil
    or #request.query:all(name) > 0
end

local function answer(request)
  local document = { api_version = 3, auth = 0 }
  if request.query.api_key ~= key and request.headers["x-fever-key"] ~= key then
    return { json = document }
  end
  document.auth, document.last_refreshed_on_time = 1, mix.mock.now() // 1
  if has(request, "feeds") then
    document.feeds = mix.json.array({})
    for number, row in ipairs(feeds) do
      document.feeds[number] = { id = number, favicon_id = number, url = row[1], site_url = row[2],
        title = row[3], is_spark = 0, last_updated_on_time = mix.mock.now() // 1 }
    end
  end
  if has(request, "groups") then
    document.groups = mix.json.array({})
    for number, row in ipairs(groups) do
      document.groups[number] = { id = number, title = row[1] }
    end
  end
  if has(request, "feeds") or has(request, "groups") then
    document.feeds_groups = mix.json.array({})
    for number, row in ipairs(groups) do
      document.feeds_groups[number] = { group_id = number, feed_ids = row[2] }
    end
  end
  return { json = document }
end

return {
  settings = { ["fever.key"] = key },
  is_unlimited = true,
  routes = { ["POST /fever"] = answer, ["GET /fever"] = answer, ["POST /fever/*"] = answer,
    ["GET /fever/*"] = answer },
}
