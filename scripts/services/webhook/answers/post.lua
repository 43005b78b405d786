-- Answers of receivers of JSON.

local today = "2026-11-28"
local source = "https://www.rfc-editor.org/rfc/rfc9110#section-15"

local function question(path)
  return { path = path, method = "POST", body = '{"id":"s1","title":"News","events":[]}' }
end

return {
  url = "POST https://webhook.mixhost.invalid/",
  module = "services.webhook.provider",
  ask = { "send", { id = "s1", title = "News", notices = {} } },
  mock = question("/webhook/hook"),
  answers = {
    { name = "taken", class = "ok", source = source, date = today, json = { taken = true },
      gives = true },
    { name = "taken, without a word", class = "ok", status = 204, source = source, date = today,
      body = "", gives = true },
    { name = "refused with a good status", class = "refused",
      source = "https://docs.slack.dev/apis/web-api/", date = "2026-11-29",
      odd = "Slack's API and others have status 200 for a refusal",
      json = { ok = false, error = "channel_not_found" },
      says = "Webhook refuses it: channel_not_found", fails = { kind = "answer" } },
    { name = "no longer there", class = "gone", status = 410, source = source, date = today,
      json = { error = "gone" }, fails = { status = 410 }, mock = question("/webhook/gone") },
    { name = "what will never be taken", class = "refused", status = 422, source = source,
      date = today, body = "no", type = "text/plain", fails = { kind = "refused" } },
  },
}
