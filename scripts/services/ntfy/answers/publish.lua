-- ntfy's answers to a message as JSON (POST /).

local code = "https://github.com/binwiederhier/ntfy/blob/main/server/errors.go"
local documents = "https://docs.ntfy.sh/publish/#publish-as-json"
local today = "2026-11-28"

local function question(topic)
  return { path = "/ntfy/", method = "POST", body = ('{"topic":"%s","title":"News","message":"A",'
    .. '"priority":3,"sequence_id":"s1"}'):format(topic) }
end

local function refusal(status, number, words)
  return { code = number, http = status, error = words, link = "https://ntfy.sh/docs/publish/" }
end

return {
  url = "POST https://ntfy.sh/",
  module = "services.ntfy.provider",
  ask = { "send", { id = "s1", title = "News", text = "A", topic = "news" } },
  mock = question("news"),
  answers = {
    {
      name = "taken", class = "ok", source = documents, date = today, gives = true,
      json = { id = "hwQ2YpKdmg11", sequence_id = "s1", time = 1635528757, expires = 1635571957,
        event = "message", topic = "news", title = "News", message = "A", priority = 3 },
    },
    { name = "the page of a network's log-in", class = "passing", source = documents, date = today,
      odd = "status 200", type = "text/html", body = "<html>log in</html>",
      fails = { kind = "portal" }, says = "a web page came" },
    { name = "a server that has moved", class = "refused", status = 301, source = documents,
      date = today, headers = { Location = "https://ntfy.example/" }, body = "",
      says = "it has moved: set upstream.ntfy to what holds https://ntfy.example" },
    {
      name = "a topic of somebody else", class = "lasting", status = 403, source = code,
      date = today, json = refusal(403, 40301, "forbidden"), says = "forbidden",
      fails = { status = 403 }, mock = question("refused"),
    },
    {
      name = "the day's messages are used up", class = "limit", status = 429, source = code,
      date = today, json = refusal(429, 42908, "limit reached: daily message quota reached"),
      says = "daily message quota", mock = question("limited"),
    },
    {
      name = "what will never be taken", class = "refused", status = 400, source = code,
      date = today, json = refusal(400, 40009, "invalid request: topic invalid"),
      fails = { kind = "refused", status = 400 }, mock = question("a b"),
    },
    {
      name = "a server in trouble", class = "passing", status = 503, source = code, date = today,
      body = "no healthy upstream", type = "text/plain",
    },
  },
}
