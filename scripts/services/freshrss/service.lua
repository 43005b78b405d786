-- The manifest of the service FreshRSS (docs/services-own.md). Plain data, no code.
return {
  title = "FreshRSS",
  -- Each user has their own: mixhost config set upstream.freshrss ADDRESS.
  upstreams = { freshrss = { concurrency = 2 } },
  settings = {
    { "freshrss.token", secret = true,
      help = "Your token of Google Reader's interface: NAME/ and 40 digits." },
  },
  about = {
    hosts = "your FreshRSS, or another reader with Google Reader's interface",
    used_by = "`feed follow --from freshrss`",
    key = "a token, which your API password gives",
    limit = "your server's",
    cost = "yours",
    source = "[API](https://freshrss.github.io/FreshRSS/en/developers/06_GoogleReader_API.html)",
    learns = "your name there and the token",
    sign_up = "Allow the API in *Settings, Authentication*, set an API password in *Profile*, and "
      .. "ask for the token, the line `Auth=` of the answer. Only a new password ends it.",
    commands = {
      "mixhost config set upstream.freshrss https://rss.example.org/api/greader.php",
      "curl -d Email=NAME -d Passwd=PASSWORD "
        .. "https://rss.example.org/api/greader.php/accounts/ClientLogin",
      "mixhost config set freshrss.token NAME/8e6845e0…",
      "mixhost feed follow --from freshrss",
    },
  },
}
