-- Followed titles, and the calendar of their releases over time.

local changed = require("lib.changed")
local connected = require("programs.trailers.connected")
local followed = require("programs.trailers.lib.followed")
local musicbrainz = require("services.musicbrainz.provider")
local request = require("lib.connected").request
local release_events = require("programs.trailers.lib.release_events")
local tmdb = require("services.tmdb.provider")
require("lib.spec.secrets")

local base = "GET https://api.themoviedb.org/3"
local day = 86400
local start = mix.time.parse("2027-01-01") + 43200

local function film(date, changes)
  local made = changed({ id = 7, title = "Paper Boats", overview = "A boat.", release_date = date,
    release_dates = { results = { { iso_3166_1 = "US", release_dates = {
      date and { type = 3, release_date = date .. "T00:00:00.000Z" } or nil,
    } } } } }, changes)
  return { json = made }
end

local function episode(id, number, date)
  return { id = id, season_number = 1, episode_number = number, air_date = date, name = "Ebb" }
end

local function series(...)
  return { json = { id = 9, name = "Tides", seasons = { { season_number = 1 } } } },
    { json = { episodes = mix.json.array({ ... }) } }
end

local services, moment

local function answer(film_answer, series_answer, season_answer)
  mix.test.mock_http({
    [base .. "/movie/7?*"] = film_answer, [base .. "/tv/9?*"] = series_answer,
    [base .. "/tv/9/season/1?*"] = season_answer,
  })
end

local function at(days)
  moment = start + days * day
  mix.test.clock(moment)
end

local function follow(kind, id)
  local said = assert(followed.ask(services, { type = kind, id = id }))
  return followed.follow({ { type = kind, id = id, answer = said } })
end

-- The events as a subscriber sees them: "UID DATE SEQUENCE STATUS SUMMARY".
local function calendar()
  local list, event = {}, {}
  for line in followed.calendar():gsub("\r\n ", ""):gmatch("(.-)\r\n") do
    local name, value = line:match("^([%u-]+)[^:]*:(.*)$")
    if line == "BEGIN:VEVENT" then event = {} end
    event[name] = value
    if line == "END:VEVENT" then
      list[#list + 1] = ("%s %s %s %s %s"):format(event.UID:match("^[^@]+"), event.DTSTART,
        event.SEQUENCE, event.STATUS:lower(), event.SUMMARY)
    end
  end
  return table.concat(list, "\n")
end

describe("the calendar of followed titles", function()
  before_each(function()
    at(0)
    services = { tmdb = tmdb.open({ region = "US" }),
      musicbrainz = musicbrainz.open() }
  end)

  after_each(function()
    followed.unfollow({ "movie/7", "tv/9" })
    at(400)
    followed.refresh(services)
    assert.equal("", calendar(), "what was left goes after a month")
  end)

  it("has each release once, and follows it to another day", function()
    answer(film("2027-02-01"))
    assert.are.same({ 1, 0 }, { follow("movie", 7), follow("movie", 7) })
    assert.equal("movie-7-cinema 20270201 0 confirmed Paper Boats (in cinemas)", calendar())
    local before = followed.calendar()
    at(1)
    assert.is_nil(followed.refresh(services))
    assert.equal(before, followed.calendar(), "the same answer is the same text")
    answer(film("2027-03-05"))
    followed.refresh(services)
    assert.equal("movie-7-cinema 20270305 1 confirmed Paper Boats (in cinemas)", calendar())
    answer(film("2027-03-05", { title = "Paper Boats 2" }))
    at(2)
    followed.refresh(services)
    assert.equal("movie-7-cinema 20270305 1 confirmed Paper Boats 2 (in cinemas)", calendar())
    assert.matches("\r\nLAST%-MODIFIED:20270103T120000Z\r\n", followed.calendar())
    local next_one = release_events.next(followed.list()[1].events, moment)
    assert.are.same({ "2027-03-05", "Paper Boats 2 (in cinemas)" },
      { next_one.date, next_one.summary })
  end)

  it("cancels what is to come and is taken back, and revives it", function()
    answer(film("2027-02-01"))
    follow("movie", 7)
    answer(film(nil))
    followed.refresh(services)
    assert.equal("movie-7-cinema 20270201 1 cancelled Paper Boats (in cinemas)", calendar())
    assert.is_nil(release_events.next(followed.list()[1].events, moment))
    followed.refresh(services)
    assert.equal("movie-7-cinema 20270201 1 cancelled Paper Boats (in cinemas)", calendar())
    answer(film("2027-02-03"))
    followed.refresh(services)
    assert.equal("movie-7-cinema 20270203 2 confirmed Paper Boats (in cinemas)", calendar())
    answer({ status = 404, json = { status_message = "no" } })
    followed.refresh(services)
    assert.equal("movie-7-cinema 20270203 3 cancelled Paper Boats (in cinemas)", calendar())
    at(31)
    followed.refresh(services)
    assert.equal("", calendar(), "a month later it is gone")
  end)

  it("knows an episode by TMDB's number of it, whatever its place", function()
    answer(nil, series(episode(50, 1, "2027-01-01"), episode(51, 2, "2027-01-08")))
    follow("tv", 9)
    assert.equal("tv-9-50 20270101 0 confirmed Tides S01E01: Ebb\n"
      .. "tv-9-51 20270108 0 confirmed Tides S01E02: Ebb", calendar())
    answer(nil, series(episode(50, 1, "2027-01-01"), episode(51, 3, "2027-01-08"),
      episode(52, 2, "2027-01-08")))
    at(10)
    followed.refresh(services)
    assert.equal("tv-9-50 20270101 0 confirmed Tides S01E01: Ebb\n"
      .. "tv-9-51 20270108 0 confirmed Tides S01E03: Ebb\n"
      .. "tv-9-52 20270108 0 confirmed Tides S01E02: Ebb", calendar())
    answer(nil, series())
    followed.refresh(services)
    assert.equal(3, select(2, calendar():gsub("confirmed", "")), "what is over is not cancelled")
    at(366)
    followed.refresh(services)
    assert.equal(2, select(2, calendar():gsub("confirmed", "")), "after a year it is gone")
  end)

  it("cancels what is to come of a title that is left, and nothing that is over", function()
    answer(nil, series(episode(50, 1, "2026-12-25"), episode(51, 2, "2027-01-01"),
      episode(52, 3, "2027-01-08")))
    follow("tv", 9)
    assert.are.same({ 1, { "tv/8" } }, { followed.unfollow({ "tv/9", "tv/8" }) })
    assert.equal(0, #followed.list())
    assert.equal("tv-9-50 20261225 0 confirmed Tides S01E01: Ebb\n"
      .. "tv-9-51 20270101 1 cancelled Tides S01E02: Ebb\n"
      .. "tv-9-52 20270108 1 cancelled Tides S01E03: Ebb", calendar())
    assert.equal(1, follow("tv", 9))
    assert.matches("tv%-9%-52 20270108 2 confirmed", calendar())
  end)

  it("has the albums of an artist", function()
    local id = "6d620005-7361-4b69-8d78-0000000000aa"
    local function group(number, changes)
      return changed({ id = ("0000000%d-7361-4b69-8d78-000000000000"):format(number),
        title = "Tin", ["primary-type"] = "Album", ["first-release-date"] = "2027-03-05" }, changes)
    end
    local music = "GET https://musicbrainz.org/ws/2/"
    mix.test.mock_http({
      [music .. "artist/*"] = { json = { id = id, name = "Ada Lune" } },
      [music .. "release-group?*"] = function(asked)
        assert.matches("firstreleasedate", asked.url)
        return { json = { ["release-groups"] = {
          group(1), group(2, { ["primary-type"] = "EP", ["first-release-date"] = "2027-01-02" }),
          group(3, { ["first-release-date"] = "2027-03" }),
          group(4, { ["primary-type"] = "Single" }),
          group(5, { ["secondary-types"] = { "Compilation" } }), mix.json.null,
          group(6, { ["secondary-types"] = { "Soundtrack" }, title = "Out, there" }),
        } } }
      end,
    })
    assert.equal(1, follow("artist", id))
    assert.equal(("artist-%s-00000002-7361-4b69-8d78-000000000000 20270102 0 confirmed "
      .. "Ada Lune: Tin (EP)\nartist-%s-00000001-7361-4b69-8d78-000000000000 20270305 0 confirmed "
      .. "Ada Lune: Tin (album)\nartist-%s-00000006-7361-4b69-8d78-000000000000 20270305 0 "
      .. "confirmed Ada Lune: Out\\, there (album)"):format(id, id, id), calendar())
    assert.matches("\r\nURL:https://musicbrainz.org/release%-group/00000002%-7361",
      followed.calendar())
    followed.unfollow({ "artist/" .. id })
  end)

  it("stays what it was while TMDB does not answer, and asks for old answers alone", function()
    answer(film("2027-02-01"))
    follow("movie", 7)
    at(1)
    answer({ status = 503 })
    local problem = followed.refresh({ tmdb = tmdb.open({ region = "US" }) })
    assert.matches("TMDB", problem.message)
    assert.equal("movie-7-cinema 20270201 0 confirmed Paper Boats (in cinemas)", calendar())
    answer(film("2027-02-09"))
    at(0.1)
    followed.refresh(services, 6 * 3600)
    assert.matches("20270201 0", calendar(), "the answer is young")
    at(0.3)
    followed.refresh(services, 6 * 3600)
    assert.matches("20270209 1", calendar())
  end)

  it("is a subscriber's, who asks again with what it has", function()
    local function get(path, etag)
      return connected.answer(request({ path = path, headers = { ["if-none-match"] = etag } }))
    end
    -- The token of the settings is nobody's here.
    local open = followed.services
    followed.services = function() return services end
    answer(film("2027-02-01"))
    follow("movie", 7)
    local first = get("/releases.ics")
    assert.are.same({ 200, "text/calendar; charset=utf-8", followed.calendar() },
      { first.status, first.headers["content-type"], first.body })
    local again = get("/releases.ics", first.headers.etag)
    assert.are.same({ 304, nil, first.headers.etag },
      { again.status, again.body, again.headers.etag })
    for said, status in pairs({ ['"x", W/' .. first.headers.etag] = 304, ["*"] = 304,
      ['"x", W/"y"'] = 200 }) do
      assert.equal(status, get("/releases.ics", said).status, said)
    end
    at(1)
    answer(film("2027-03-05"))
    assert.matches("20270305", get("/releases.ics", first.headers.etag).body)
    at(2)
    answer({ status = 503 })
    assert.matches("20270305", get("/releases.ics", first.headers.etag).body)
    followed.services = open
    assert.is_nil(get("/"))
    assert.is_nil(connected.answer(request({ method = "POST", path = "/releases.ics" })))
    assert.equal("/releases.ics", connected.offer("").path)
    assert.matches("one calendar", select(2, connected.offer("films")))
  end)
end)
