-- Playlists: who is signed in, what a playlist is built by, the build itself and what was written.

local arranging = require("programs.playlist.lib.screen.arranging")
local build_nodes = require("programs.playlist.lib.screen.build_nodes")
local counted = require("lib.counted")
local draft_form = require("programs.playlist.lib.screen.draft_form")
local live_playlist = require("programs.playlist.lib.screen.live_playlist")
local provider = require("services.spotify.sign_in")
local signing_in = require("lib.signing_in")

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

-- Adds the state and what can be done about it to a page. `shows_more`: permissions and the app,
-- too.
local function add_account(page, status, shows_more)
  local function add(node) page[#page + 1] = node or false end
  add({ "text", signing_in.line(status), style = "heading" })
  add({ "message", missing(status), tone = "warning" })
  add(signing_in.work("spotify", status))
  add(signing_in.link("spotify", status))
  if status.signed_in and not shows_more then
    add({ "link", "Account and permissions", action = "show_account" })
  end
  if status.signed_in and not shows_more then return end
  add({ "text", "Spotify is asked for these permissions; your password goes to Spotify alone.",
    style = "muted" })
  add(scopes(status))
  add(app_form())
  if not status.signed_in then return end
  add({ "link", "Sign out", action = "sign_out", confirm = "Sign out of Spotify?" })
  add({ "link", "Less", action = "hide_account" })
end

local function begin(state)
  state.page = state.page or live_playlist.open()
  return state.page
end

local function draft_part(nodes, page, status)
  local draft = live_playlist.draft(page)
  nodes[#nodes + 1] = { "message", page.draft_problem, tone = "error" }
  local remarks = draft_form.remarks(draft)
  nodes[#nodes + 1] = { "form", title = "What it is built by", submit = "plan",
    label = "Show the plan", on_input = "keep",
    fields = draft_form.fields(draft, page.typed, page.errors) }
  nodes[#nodes + 1] = { "message", #remarks > 0 and table.concat(remarks, "\n"), tone = "info" }
  if not draft_form.artists(draft) then
    nodes[#nodes + 1] = { "text", ("%d artists are named, too many to be edited here."):format(
      #draft.manual_artist_queries), style = "muted" }
  end
  if #(draft.manual_artist_queries or {}) > 0 then
    nodes[#nodes + 1] = { "link", "Name no artists", action = "clear_artists",
      confirm = ("Take %s out of the draft?"):format(
        counted(#draft.manual_artist_queries, "artist")) }
  end
  if page.doing or not status.signed_in then return end
  nodes[#nodes + 1] = { "link", "Build the playlist", action = "build" }
end

local function page_of(page)
  local status, err = mix.auth.status("spotify")
  local nodes = { "page", title = "Playlists",
    { "message", err and err.message, tone = "error" },
    page.message and { "message", page.message, tone = page.tone,
      seconds = page.tone == "success" and 10 or nil } or false,
    build_nodes.progress(page) or false,
    not page.doing and build_nodes.left() or false,
  }
  add_account(nodes, status or {}, page.shows_account)
  draft_part(nodes, page, status or {})
  build_nodes.result(nodes, page)
  nodes[#nodes + 1] = { "text", "History", style = "heading" }
  nodes[#nodes + 1] = page.open and build_nodes.detail(page.open) or false
  nodes[#nodes + 1] = build_nodes.history()
  if #page.shown.log > 0 then
    nodes[#nodes + 1] = { "link", page.shows_log and "Hide the log" or "Show the log",
      action = page.shows_log and "hide_log" or "show_log" }
  end
  nodes[#nodes + 1] = { "text", page.shows_log and table.concat(page.shown.log, "\n"),
    style = "code" }
  return nodes
end

local function sets(field, value)
  return function(state) state.page[field] = value end
end

local function set_app(page, values)
  for field, name in pairs({ client_id = "spotify.client_id",
    redirect_uri = "spotify.redirect_uri" }) do
    if values[field] ~= mix.env.setting(name) then
      local ok, err = mix.env.set(name, values[field])
      if not ok then return live_playlist.say(page, err.message, "error") end
    end
  end
  live_playlist.say(page, "Saved.", "success")
end

return {
  watch = { "refresher:playlist", "topic:signing_in" },
  view = function(state) return page_of(begin(state)) end,
  actions = {
    sign_in = function(state, _, update) live_playlist.sign_in(state.page, update) end,
    stop_sign_in = function() signing_in.stop("spotify") end,
    sign_out = function(state) live_playlist.sign_out(state.page) end,
    show_account = sets("shows_account", true), hide_account = sets("shows_account", false),
    set_app = function(state, values) set_app(state.page, values) end,
    keep = function(state, values) live_playlist.keep(state.page, values) end,
    plan = function(state, values, update)
      if not live_playlist.keep(state.page, values) then
        return live_playlist.say(state.page, "Some of it does not fit: see the fields.", "error")
      end
      live_playlist.plan(state.page, update)
    end,
    clear_artists = function() live_playlist.clear_artists() end,
    build = function(state, _, update) live_playlist.build(state.page, update) end,
    cancel = function(state) live_playlist.cancel(state.page) end,
    resume = function(state, _, update) live_playlist.resume(state.page, update) end,
    track = function(state, place) state.page.track = place end,
    close_track = function(state) state.page.track = nil end,
    move = function(state, args) arranging.move(state.page, args.place, args.to) end,
    leave_out = function(state, place) arranging.move(state.page, place) end,
    open = function(state, id) state.page.open = id end,
    close = function(state) state.page.open = nil end,
    undo = function(state, id, update) live_playlist.undo(state.page, id, false, update) end,
    undo_all = function(state, id, update) live_playlist.undo(state.page, id, true, update) end,
    show_log = sets("shows_log", true), hide_log = sets("shows_log", false),
  },
}
