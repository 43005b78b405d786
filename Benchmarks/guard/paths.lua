-- mixhost Benchmarks/guard/paths.lua PATH COUNT [URL]: takes one of the hottest paths COUNT times.
-- guard.py counts the instructions of two runs with different counts; their difference is that of
-- the path alone. `burdened:request` has a loop of 1,000 iterations in the way of every request.
local path, count, url = ...
count = tonumber(count)

local burdened = path:match("^burdened:(.*)$")
path = burdened or path

local function repeated(body)
  for i = 1, count do
    body(i)
  end
end

local titles = {}
for i = 1, 10 do
  titles[i] = ("The Left Hand of Darkness, part %d of the collected edition"):format(i)
end

local songs = {}
for i = 1, 20 do
  songs[i] = {
    artistName = "Artist " .. i,
    trackName = ("Song %d (feat. \"Guest\" 世界)"):format(i),
    trackId = 1400000000 + i,
    trackPrice = 1.29,
    isStreamable = true,
    releaseDate = "2019-11-29T12:00:00Z",
  }
end
local document = mix.json.encode({ results = songs })

local paths = {}

-- A typed host function with two texts.
function paths.call()
  local ratio = mix.text.ratio
  repeated(function()
    ratio("Dune", "dune")
  end)
end

-- Two tasks that wait for each other.
function paths.wait()
  local channel = mix.task.channel()
  mix.task.all({
    function()
      repeated(function(i)
        channel:send(i)
      end)
      channel:close()
    end,
    function()
      while channel:receive() do
      end
    end,
  })
end

-- A request on loopback, past the caches.
function paths.request()
  local client = mix.http.client({})
  repeated(function(i)
    if burdened then
      for _ = 1, 1000 do
      end
    end
    local response = assert(client:get(url .. "?" .. i, { ttl = 0 }))
    assert(response.status == 200)
  end)
end

-- The same answer again, from the cache.
function paths.cached()
  local client = mix.http.client({})
  repeated(function()
    local response = assert(client:get(url, { ttl = "1h" }))
    assert(response.status == 200)
  end)
end

-- 20 results of a search into tables.
function paths.decode()
  repeated(function()
    assert(#mix.json.decode(document).results == 20)
  end)
end

-- And back.
function paths.encode()
  repeated(function()
    assert(#mix.json.encode({ results = songs }) == #document)
  end)
end

-- The likeliest of ten titles.
function paths.match()
  repeated(function()
    mix.text.best_of("The Left Hand of Darkness", titles)
  end)
end

-- One row of a CSV file into a record.
function paths.row()
  local rows = { "title,author,year" }
  repeated(function(i)
    rows[i + 1] = '"The Book of ' .. i .. '",Author ' .. i % 30 .. "," .. 1950 + i % 70
  end)
  assert(#mix.csv.parse(table.concat(rows, "\n")) == count)
end

paths[path]()
