-- How long the facts of a song are kept.

local chart_sources = require("programs.chart.lib.chart_sources")
local enrichment = require("programs.chart.lib.enrichment")

local function song(title, id)
  return { kind = "song", trackName = title, artistName = "Ada Lune", trackId = id,
    collectionName = "Harbour" }
end

local clock

before_each(function()
  clock = mix.test.clock("2026-11-01")
  local answers = { results = { song("Paper Boats", 1), song("Glass Hills", 2) } }
  mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = { json = answers } })
end)

local function run(titles, country)
  local entries = {}
  for place, title in ipairs(titles) do
    entries[place] = { rank = place, title = title, artist = "Ada Lune" }
  end
  local counts = enrichment.run(entries, {
    country = country or "us", concurrency = 2, rules = mix.rules.load("match/tracks"),
    gate = { wait = function() end }, reachable = true,
  }, function() end)
  return entries, counts
end

it("a matched song is asked for once in 30 days, whatever its rank", function()
  local entries, counts = run({ "Paper Boats" })
  assert.are.same({ "Harbour", 1 }, { entries[1].collection_name, counts.requests })
  clock:advance("29d")
  entries, counts = run({ "Glass Hills", "Paper Boats" })
  assert.are.same({ "live", "cache", 1 }, { entries[1].from, entries[2].from, counts.requests })
  clock:advance("2d")
  entries, counts = run({ "Paper Boats", "Glass Hills" })
  assert.are.same({ "live", "cache", 1 }, { entries[1].from, entries[2].from, counts.requests })
end)

it("a song that is not found is asked for again after an hour", function()
  local entries, counts = run({ "Unknown" })
  assert.equal("none", entries[1].status)
  local first = counts.requests
  assert.equal(0, select(2, run({ "Unknown" })).requests)
  clock:advance("61m")
  assert.equal(first, select(2, run({ "Unknown" })).requests)
end)

it("a start without a network costs a minute, not the whole interval", function()
  local chart = assert(chart_sources.load(nil, { max_bytes = 2000000, max_entries = 500 }, "local",
    function() end))
  mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = { error = "unreachable" } })
  local entries, counts = run({ "Paper Boats", "Glass Hills" })
  assert.equal("failed", entries[1].status)
  clock:advance("1s")
  chart_sources.note_unreached(counts, "local")
  local decision = mix.policy.due("chart", { key = "local", every = "24h" })
  assert.are.same({ "serve_stale", 60 },
    { decision.action, math.tointeger(decision.next_at - mix.time.now()) })
  assert.equal("local", chart.source)
end)

it("a catalogue that answers has been reached, and who works offline does not miss it", function()
  assert.is_nil(select(2, run({ "Paper Boats" })).unreached)
  for _, answer in ipairs({ { status = 403 }, { error = "offline" } }) do
    mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = answer })
    assert.is_nil(select(2, run({ "Glass Hills" })).unreached)
  end
end)

it("a country without a store is asked for once, not for every song", function()
  local refusal = { errorMessage = "Invalid value(s) for key(s): [country]" }
  mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = { status = 400, json = refusal } })
  local entries, counts = run({ "Paper Boats", "Glass Hills", "Velvet Machine" }, "zz")
  assert.equal(1, counts.requests)
  for _, entry in ipairs(entries) do
    assert.equal('iTunes has no store for the country "zz": choose another, such as us',
      entry.reason)
  end
end)
