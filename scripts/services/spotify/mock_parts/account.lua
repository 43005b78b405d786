-- The playlists of the mock's one user, changed by requests and kept as long as the mock runs.

local catalogue = require("lib.mock.catalogue")
local recordings = require("lib.mock.recordings")
local ids = require("services.spotify.mock_parts.ids")

local account = {}

--- The user of every log-in.
account.user = "mock-listener"

-- Far from those of other playlists.
local hidden_number = 1000000

local function tracks(count)
  local list = {}
  for place = 0, count - 1 do
    local song = catalogue.song(place % catalogue.size())
    list[place + 1] = "spotify:track:" .. ids.text("track", recordings.of(song, 0).number)
  end
  return list
end

local function first(list, count) return table.move(list, 1, count, 1, {}) end

-- Playlists to be reused: one with items that cannot be written back, one of another user with the
-- same name, two of one name, a long one, and enough for two pages.
local function named()
  local long = tracks(230)
  local file = "spotify:local:Garage+Band:Tapes:Basement+Song:201"
  local mixed = first(long, 3)
  table.move({ file, "spotify:episode:0episode0episode0episo" }, 1, 2, 4, mixed)
  local list = {
    { "Morning Mix", mixed }, { "Road Mix", first(long, 230), "somebody-else" },
    { "road mix", first(long, 5) }, { "Twice", {} }, { "Twice", first(long, 2) },
    { "Long Mix", long }, { "Stamped 2026-01-31", first(long, 1) },
  }
  for number = 1, 50 do list[#list + 1] = { ("Old Mix %d"):format(number), {} } end
  -- Three tracks come twice and more, with a file of the user's between them.
  local doubles = {}
  for _, place in ipairs({ 1, 2, 1, 0, 3, 2, 3, 1, 4 }) do
    doubles[#doubles + 1] = long[place] or file
  end
  list[#list + 1] = { "Doubles", doubles }
  -- An item that Spotify counts and does not list.
  table.insert(long, 121, "")
  return list
end

--- Returns the playlists of a new account, the oldest first: {id, name, description, is_public,
--- owner, items (addresses), version (counts the changes), is_hidden}.
function account.new()
  local state = { playlists = {}, next_number = 0, calls = 0 }
  for _, entry in ipairs(named()) do
    local list = account.create(state, entry[1], "", false)
    list.items, list.owner = entry[2], entry[3] or account.user
    -- Of an empty one Spotify may not know whether it is public.
    if #list.items == 0 then list.is_public = nil end
  end
  -- A playlist that Spotify counts and does not list.
  table.insert(state.playlists, 31, {
    id = ids.text("playlist", hidden_number), is_hidden = true, items = {},
  })
  return state
end

--- Returns the playlist of an identifier, and its place; nil where there is none.
function account.find(state, id)
  for place, list in ipairs(state.playlists) do
    if list.id == id and not list.is_hidden then return list, place end
  end
end

--- Adds an empty playlist.
function account.create(state, name, description, is_public)
  local list = {
    id = ids.text("playlist", state.next_number), name = name, description = description,
    is_public = is_public, owner = account.user, items = {}, version = 0,
  }
  state.next_number = state.next_number + 1
  table.insert(state.playlists, list)
  return list
end

--- Takes a playlist off the user's list.
function account.remove(state, id)
  local _, place = account.find(state, id)
  if place then table.remove(state.playlists, place) end
end

return account
