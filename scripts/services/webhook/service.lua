-- The manifest of webhooks (docs/services-own.md). Plain data, no code.
return {
  title = "Webhook",
  -- The beginning of the address: mixhost config set upstream.webhook ADDRESS.
  upstreams = { webhook = { rate = "60/min" } },
  settings = {
    { "webhook.path", secret = true, pattern = "/[!-~]*", expected = "a path that begins with /",
      help = "What follows upstream.webhook in the address, where it is a secret." },
    { "webhook.token", secret = true, help = "A bearer token, where the receiver wants one." },
  },
  about = {
    hosts = "the webhook that you name",
    used_by = "`notify`",
    key = "its address",
    limit = "its own",
    cost = "its own",
    learns = "the notices",
    sign_up = "[notices.md](notices.md) has the steps.",
  },
}
