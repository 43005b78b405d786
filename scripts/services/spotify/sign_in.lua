-- How users sign in to Spotify; read by `mixhost auth` and by mix.auth (docs/sign-in.md).
-- https://developer.spotify.com/documentation/web-api/tutorials/code-pkce-flow
return {
  title = "Spotify",
  authorize = "https://accounts.spotify.com/authorize",
  token = "https://accounts.spotify.com/api/token",
  client_id_setting = "spotify.client_id",
  redirect_setting = "spotify.redirect_uri",
  -- The page on which a user registers for a client id.
  register = "https://developer.spotify.com/dashboard",
  scopes = {
    { "playlist-read-private", "finds a playlist of yours by its name" },
    { "playlist-modify-private", "makes and changes your private playlists" },
    { "playlist-modify-public", "makes and changes your public playlists" },
    { "user-follow-read", "takes the artists that you follow" },
    { "user-top-read", "takes the artists that you hear most" },
    { "user-library-modify", "takes a playlist off your list again (undo)" },
    { "user-follow-modify", "takes a playlist off your list again (undo)" },
  },
  -- Spotify ends every log-in after six months; renewing its token does not extend it.
  lifetime = 180 * 24 * 3600,
  -- The signed-in user for `mixhost auth status`: the first existing member of these names.
  profile = { url = "https://api.spotify.com/v1/me", names = { "display_name", "email", "id" } },
}
