-- A hub's answers to POST /api/users/ID/channels.

local function nothing() end

return {
  source = "https://github.com/pardeike/MeTubeServer/blob/main/Program.cs", date = "2026-11-27",
  url = "POST https://hub.mixhost.invalid/api/users/joe/channels",
  ask = { "register", "joe", { "UCaaaaaaaaaaaaaaaaaaaaaa" }, nothing },
  mock = { path = "/hub/api/users/joe/channels", method = "POST",
    body = '{"channelIds":["UCaaaaaaaaaaaaaaaaaaaaaa"]}' },
  answers = {
    { name = "registered", class = "ok", gives = true,
      json = { message = "Channels registered successfully" } },
    { name = "registered, without a word", class = "ok", status = 204, gives = true,
      source = "https://www.rfc-editor.org/rfc/rfc9110#section-15.3.5", body = "",
      odd = "other hubs have nothing to say" },
    { name = "too many at once", class = "refused", status = 400,
      source = "https://github.com/pardeike/MeTubeServer/blob/main/Models/Dtos.cs",
      odd = "ASP.NET's form of problems: the words stand in errors, by member",
      type = "application/problem+json",
      json = { type = "https://tools.ietf.org/html/rfc9110#section-15.5.1",
        title = "One or more validation errors occurred.", status = 400,
        errors = { ChannelIds = { "Maximum 100 channels can be registered at once" } },
        traceId = "00-0123456789abcdef-01" },
      says = "Maximum 100 channels can be registered at once",
      fails = { code = "registration_failed" } },
    { name = "a failure of its database", class = "passing", status = 500,
      type = "application/problem+json",
      json = { type = "https://tools.ietf.org/html/rfc9110#section-15.6.1",
        title = "An error occurred while processing your request.", status = 500,
        detail = "Failed to register channels" },
      says = "Failed to register channels", fails = { code = "registration_failed" } },
    { name = "too many requests", class = "limit", status = 429, body = "",
      odd = "its limiter says neither why nor how long",
      fails = { code = "registration_failed" } },
  },
}
