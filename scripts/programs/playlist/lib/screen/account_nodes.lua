-- The user signed in at Spotify, as parts of a screen.

local provider = require("providers.auth.spotify")
local words = require("programs.playlist.lib.words")

local account_nodes = {}

local function granted(status)
  local set = {}
  for _, scope in ipairs(status.scopes or {}) do set[scope] = true end
  return set
end

-- The permissions, their reasons, and whether they were granted.
local function scopes(status)
  local set, rows = granted(status), {}
  for place, scope in ipairs(provider.scopes) do
    rows[place] = {
      scope = scope[1], purpose = scope[2],
      granted = status.signed_in and (set[scope[1]] and "yes" or "no") or nil,
    }
  end
  local columns = {
    { key = "purpose", title = "What for", least = 20 },
    { key = "scope", title = "Permission", least = 23, drop = 1 },
  }
  if status.signed_in then table.insert(columns, 2, { key = "granted", title = "Granted" }) end
  return { "table", key = "scope", rows = rows, columns = columns }
end

-- Permissions that were not granted: without them some of it fails later.
local function missing(status)
  -- A log-in of a recording or a test names none.
  if not status.signed_in or #(status.scopes or {}) == 0 then return nil end
  local set, names = granted(status), {}
  for _, scope in ipairs(provider.scopes) do
    if not set[scope[1]] then names[#names + 1] = scope[1] end
  end
  return #names > 0 and ("Not granted: %s. Sign in again to grant them."):format(
    table.concat(names, ", ")) or nil
end

local function app_form()
  return { "form", title = "The Spotify app", submit = "set_app", fields = {
    { name = "client_id", label = "Client id", value = mix.env.setting("spotify.client_id"),
      help = "of an app that you register at developer.spotify.com/dashboard" },
    { name = "redirect_uri", label = "Redirect address", required = true,
      value = mix.env.setting("spotify.redirect_uri"), help = "exactly as it is registered there" },
  } }
end

--- One line of who is signed in.
function account_nodes.line(status)
  if not status.signed_in then
    return status.ended and "Not signed in: " .. status.ended or "Not signed in"
  end
  local name = status.account and "Signed in as " .. status.account or "Signed in"
  if not status.ends_at then return name end
  return ("%s until %s"):format(name, words.time(status.ends_at))
end

--- Adds the state and what can be done about it to a page. `shows_more`: permissions and the app,
-- too; `is_waiting`: a log-in is under way.
function account_nodes.add(page, status, shows_more, is_waiting)
  local function add(node) page[#page + 1] = node or false end
  add({ "text", account_nodes.line(status), style = "heading" })
  add({ "message", missing(status), tone = "warning" })
  if is_waiting then
    add({ "progress", "Waiting for you at Spotify", done = 0 })
    add(status.address and { "link", "Open Spotify's page", href = status.address })
  elseif not status.signed_in then
    add({ "link", "Sign in at Spotify", action = "sign_in" })
  end
  if status.signed_in and not shows_more then
    add({ "link", "Account and permissions", action = "show_account" })
  end
  if status.signed_in and not shows_more then return end
  add({ "text", "mixhost asks Spotify for these permissions; your password goes to Spotify alone.",
    style = "muted" })
  add(scopes(status))
  add(app_form())
  if not status.signed_in then return end
  add({ "link", "Sign out", action = "sign_out", confirm = "Sign out of Spotify?" })
  add({ "link", "Less", action = "hide_account" })
end

return account_nodes
