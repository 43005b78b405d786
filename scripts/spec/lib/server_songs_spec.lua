-- The tracks of a file among the songs of a music server that fails.

local failure = require("lib.failure")
local server_songs = require("lib.server_songs")
local service_search = require("rules.lib.service_search")
local subsonic = require("services.subsonic.provider")
require("lib.spec.secrets")

local place = "GET https://subsonic.mixhost.invalid/rest/search3?albumCount=0&artistCount=0"
  .. "&c=mixhost&f=json&query=%s%%20Ada%%20Lune&*"

local function answer(songs)
  return { json = { ["subsonic-response"] = { status = "ok", version = "1.16.1",
    searchResult3 = { song = songs } } } }
end

-- Searches for songs whose title is among the answers, {title = status}; the others are found.
local function found(titles, statuses)
  mix.test.clock()
  local answers, tracks = {}, {}
  for number, title in ipairs(titles) do
    tracks[number] = { title = title, artist = "Ada Lune" }
    answers[place:format(title)] = statuses[title]
      or answer({ { id = title, title = title, artist = "Ada Lune" } })
  end
  mix.test.mock_http(answers)
  local service = subsonic.open({ user = "joe", salt = "c19b2d" })
  return server_songs(service, tracks, mix.rules.load("match/tracks"), service_search.run)
end

it("a search that the server fails at costs its track", function()
  local list = assert(found({ "Ebb", "Flow", "Storm" }, { Flow = { status = 500 } }))
  assert.are.same({ "Ebb", "Storm" }, { list[1].id, list[3].id })
  assert.equal("the music server: HTTP status 500", list[2].reason)
  assert.equal("passing", failure.class(list[2].refusal))
end)

it("a server that looks at titles alone is asked for the title without its remarks", function()
  mix.test.clock()
  local none = answer(mix.json.array({}))
  mix.test.mock_http({ [place:gsub("%%%%20Ada.*$", "*"):format("Ebb")] = none,
    [place:gsub("%%%%20Ada.*$", "&*"):format("Ebb")] =
      answer({ { id = "a", title = "Ebb", artist = "Ada Lune" } }),
    ["GET https://subsonic.mixhost.invalid/*"] = none })
  local service = subsonic.open({ user = "joe", salt = "c19b2d" })
  local track = { title = "Ebb (feat. Bo)", artist = "Ada Lune, Bo" }
  local list = assert(server_songs(service, { track }, mix.rules.load("match/tracks"),
    service_search.run))
  assert.equal("a", list[1].id)
  assert.is_true(#mix.test.requests() <= 5)
end)

it("a server that fails at every search is not asked on", function()
  local titles, statuses = {}, {}
  for number = 1, 40 do
    titles[number] = ("Tide%d"):format(number)
    statuses[titles[number]] = { status = 501 }
  end
  local list, err = found(titles, statuses)
  assert.is_nil(list)
  assert.equal("the music server: HTTP status 501", err.message)
  assert.is_true(#mix.test.requests() < 20)
end)

it("a server that refuses the log-in, or is not there, is asked once", function()
  for _, refused in ipairs({ { status = 401 }, { error = "dns" } }) do
    local list, err = found({ "Ebb", "Flow" }, { Ebb = refused, Flow = refused })
    assert.is_nil(list)
    assert.is_true(failure.is_for_all(err) or failure.is_network(err))
    local asked = {}
    for _, request in ipairs(mix.test.requests()) do asked[request.url:match("query=(%a+)")] = 1 end
    assert.are.same({ Ebb = 1 }, asked)
  end
end)
