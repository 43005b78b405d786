-- A hub's answers to GET /health: those of ASP.NET's health checks, or a document.

return {
  source = "https://github.com/pardeike/MeTubeServer/blob/main/Program.cs", date = "2026-11-27",
  url = "GET https://hub.mixhost.invalid/health", ask = { "health" },
  mock = { path = "/hub/health" },
  answers = {
    { name = "healthy, with counts", class = "ok", gives = true,
      source = "https://github.com/pardeike/MeTubeServer/blob/main/CLIENT.md",
      json = { status = "healthy", timestamp = "2026-11-27T12:00:00.1234567+00:00",
        stats = { channels = 150, users = 45, videos = 3200 } } },
    { name = "healthy, as text", class = "ok", type = "text/plain",
      odd = "the check itself is one word", body = "Healthy", gives = true },
    { name = "degraded", class = "ok", type = "text/plain",
      odd = "a hub that limps answers with status 200", body = "Degraded", gives = true },
    { name = "unhealthy", class = "passing", status = 503, type = "text/plain", body = "Unhealthy",
      says = "HTTP status 503 (Unhealthy)", fails = { code = "server_unhealthy", status = 503 } },
    { name = "without its database", class = "passing", status = 503,
      json = { status = "unhealthy", message = "Database connection failed" },
      says = "Database connection failed" },
    { name = "a proxy without a hub", class = "passing", status = 502,
      source = "https://nginx.org/en/docs/http/ngx_http_proxy_module.html",
      body = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n</html>", type = "text/html",
      says = "HTTP status 502", fails = { code = "server_unhealthy" } },
    { name = "another service", class = "refused", status = 404,
      source = "https://learn.microsoft.com/aspnet/core/host-and-deploy/health-checks", body = "",
      says = "HTTP status 404", fails = { code = "server_unhealthy" } },
  },
}
