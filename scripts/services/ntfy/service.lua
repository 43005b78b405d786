-- The manifest of the service ntfy (docs/services-own.md). Plain data, no code.
return {
  title = "ntfy",
  -- One of your own: mixhost config set upstream.ntfy ADDRESS.
  upstreams = { ntfy = { base = "https://ntfy.sh", rate = "60/min" } },
  settings = {
    { "ntfy.topic", private = true, pattern = "[A-Za-z0-9_-]{1,64}",
      expected = "1 to 64 letters, digits, - and _",
      help = "The topic of your notices at ntfy: who knows it may read them, where it is "
        .. "not protected." },
    { "ntfy.token", secret = true, help = "An access token of ntfy, where the topic wants one." },
  },
  terms = "https://docs.ntfy.sh/terms/",
  about = {
    hosts = "ntfy (`ntfy.sh`, or your own)",
    used_by = "`notify`",
    key = "a topic; a token where it is protected",
    limit = "250 messages a day at ntfy.sh; 429 over that",
    cost = "free",
    source = "[Publishing](https://docs.ntfy.sh/publish/)",
    learns = "the notices, and your topic",
    sign_up = "None is needed; [notices.md](notices.md) has the steps.",
  },
}
