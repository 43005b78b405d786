return {
  name = "subsonic",
  entry = "subsonic.lua",
  summary = "Songs and playlists of a music server, such as Navidrome.",
  settings = {
    { "subsonic.user", help = "Your name at the music server." },
    { "subsonic.salt", private = true, pattern = "[0-9a-zA-Z]+",
      expected = "letters and digits",
      help = "Any letters and digits; subsonic.token is made with them." },
    { "subsonic.token", secret = true, pattern = "[0-9a-f]{32}",
      expected = "the MD5 of password and salt: 32 hexadecimal digits",
      help = "The MD5 of your password with the salt behind it, in hexadecimal digits." },
  },
  -- No base: each user's own server, the setting upstream.subsonic.
  services = { "subsonic" },
}
