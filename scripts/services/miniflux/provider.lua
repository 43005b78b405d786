-- Miniflux (REST API, version 1): the feeds that its user reads.

local reader_service = require("lib.reader_service")
local subscriptions = require("lib.feeds.subscriptions")

local path = "/v1/feeds"

local function no_feeds(answer)
  return not mix.json.is_array(answer) and "the answer is not a list of feeds: is "
    .. "upstream.miniflux the address of the reader's page?" or nil
end

return reader_service.new({
  name = "miniflux", title = "Miniflux", setting = "miniflux.token",
  not_set = "Miniflux is not set up: set upstream.miniflux and miniflux.token (docs/services.md)",
  refused = "Miniflux does not accept the key: make one in Settings, API Keys, and set "
    .. "miniflux.token",
  client = { secret_headers = { ["X-Auth-Token"] = "miniflux.token" } },
  read = function(service)
    local answer, err = service:ask(path, {}, no_feeds)
    return answer and subscriptions.of(answer), err
  end,
  question = function() return { path = path } end, check = no_feeds,
})
