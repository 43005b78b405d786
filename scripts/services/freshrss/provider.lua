-- FreshRSS, and other readers with the interface of Google Reader: the feeds that their user reads.

local reader_service = require("lib.reader_service")
local subscriptions = require("lib.feeds.subscriptions")

local path, query = "/reader/api/0/subscription/list", { output = "json" }
local not_allowed = "; is its API allowed (Settings, Authentication)?"

local doubt = "does upstream.freshrss end with /api/greader.php?"

local function no_list(answer)
  return not mix.json.is_array(answer.subscriptions) and "the answer has no subscriptions: "
    .. doubt or nil
end

return reader_service.new({
  name = "freshrss", title = "FreshRSS", setting = "freshrss.token",
  not_set = "FreshRSS is not set up: set upstream.freshrss and freshrss.token (docs/services.md)",
  refused = "FreshRSS does not accept the token: ask for it again with your API password, and set "
    .. "freshrss.token (docs/services.md)",
  doubt = doubt, client = { bearer = "freshrss.token", bearer_scheme = "GoogleLogin auth=" },
  read = function(service)
    local answer, err = service:ask(path, { query = query }, no_list)
    -- So it answers, too, while its API is not allowed.
    if not answer and err.status == 503 then err.message = err.message .. not_allowed end
    return answer and subscriptions.of(answer), err
  end,
  question = function() return { path = path, query = query } end, check = no_list,
})
