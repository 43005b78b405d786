-- The calls of Spotify about playlists: read, made, changed, and taken off the user's list.

local account = require("services.spotify.mock_parts.account")
local answers = require("services.spotify.mock_parts.answers")
local objects = require("services.spotify.mock_parts.objects")

local playlists = {}

local is_old = answers.is_old
local longest_batch, longest_name = 100, 100

local function playlist(list)
  return not list.is_hidden and objects.playlist(list, is_old) or nil
end

--- Lists those on the user's list, the newest first.
function playlists.list(request, state)
  local page = answers.page(request)
  if not page then return answers.bad_page() end
  local newest = {}
  for place = #state.playlists, 1, -1 do newest[#newest + 1] = state.playlists[place] end
  return { json = answers.paged(newest, page, "me/playlists", playlist) }
end

--- Gives one.
function playlists.get(request, state)
  local list = account.find(state, request.parts.id)
  return list and { json = playlist(list) } or answers.not_found()
end

--- Makes one for the user.
function playlists.create(request, state)
  local wanted = request.json
  if type(wanted) ~= "table" then return answers.failed(400, "Error parsing JSON.") end
  local name = wanted.name
  if type(name) ~= "string" or name == "" or (utf8.len(name) or #name) > longest_name then
    return answers.failed(400, "Playlist name is missing or too long")
  end
  local text = type(wanted.description) == "string" and wanted.description or ""
  if wanted.collaborative and wanted.public ~= false then
    return answers.failed(400, "Collaborative playlists can only be private")
  end
  local list = account.create(state, name, text, wanted.public ~= false)
  list.is_shared = wanted.collaborative == true
  return { status = 201, json = playlist(list) }
end

--- Makes one for a user who is named.
function playlists.create_for(request, state)
  if request.parts.id == account.user then return playlists.create(request, state) end
  return answers.failed(403, "You cannot create a playlist for another user.")
end

--- Lists a playlist's items.
function playlists.items(request, state)
  local list = account.find(state, request.parts.id)
  if not list then return answers.not_found() end
  if not is_old and list.owner ~= account.user then return answers.failed(403, "Forbidden") end
  local page = answers.page(request, is_old and 100 or 50)
  if not page then return answers.bad_page() end
  local path = ("playlists/%s/%s"):format(list.id, is_old and "tracks" or "items")
  return { json = answers.paged(list.items, page, path, function(uri)
    return uri ~= "" and objects.item(uri, list.owner, is_old) or nil
  end) }
end

-- The route of a change to a playlist: `change(list, body)` returns the words of a refusal.
local function changing(change, status)
  return function(request, state)
    local list = account.find(state, request.parts.id)
    if not list then return answers.not_found() end
    if list.owner ~= account.user then
      return answers.failed(403, "You cannot change a playlist you don't own.")
    end
    if type(request.json) ~= "table" then return answers.failed(400, "Error parsing JSON.") end
    local words = change(list, request.json)
    if words then return answers.failed(400, words) end
    list.version = list.version + 1
    return { status = status, json = { snapshot_id = objects.playlist(list).snapshot_id } }
  end
end

-- The fault of addresses to write: too many, or a user's file, which cannot be written.
local function flaw(uris)
  if type(uris) ~= "table" then return "No uris provided" end
  if #uris > longest_batch then
    return ("You can add a maximum of %d tracks per request."):format(longest_batch)
  end
  for _, uri in ipairs(uris) do
    local is_known = type(uri) == "string"
      and (uri:find("^spotify:episode:") or objects.recording(uri))
    if not is_known then return "Payload contains a non-existing ID" end
  end
end

local function put(list, body)
  local words = flaw(body.uris)
  if words then return words end
  list.items = table.move(body.uris, 1, #body.uris, 1, {})
end

local function add(list, body)
  local words = flaw(body.uris)
  if words then return words end
  local place = math.tointeger(body.position) or #list.items
  place = math.min(math.max(0, place), #list.items)
  for number, uri in ipairs(body.uris) do table.insert(list.items, place + number, uri) end
end

local function remove(list, body)
  local named = is_old and body.tracks or not is_old and body.items
  if type(named) ~= "table" or #named > longest_batch then return "Missing or too many items" end
  local goes, kept = {}, {}
  for _, item in ipairs(named) do
    if type(item) ~= "table" or type(item.uri) ~= "string" then return "Invalid item" end
    goes[item.uri] = true
  end
  for _, uri in ipairs(list.items) do
    if not goes[uri] then kept[#kept + 1] = uri end
  end
  list.items = kept
end

--- Takes several off the user's list.
function playlists.forget(request, state)
  for uri in (request.query.uris or ""):gmatch("[^,]+") do
    local id = uri:match("^spotify:playlist:(.*)$")
    if id then account.remove(state, id) end
  end
  return {}
end

--- Takes one off the user's list.
function playlists.unfollow(request, state)
  account.remove(state, request.parts.id)
  return {}
end

--- Replaces a playlist's items, adds some, or removes them.
playlists.replace, playlists.add = changing(put), changing(add, 201)
playlists.remove = changing(remove)

return playlists
