-- A folder of 200 files whose tags were damaged on purpose: planned, written, undone.

local audio = require("programs.tags.spec.audio")
local musicbrainz = require("services.musicbrainz.provider")
local planning = require("programs.tags.lib.planning")
local plans = require("programs.tags.lib.plans")
local runs = require("programs.tags.lib.runs")
local undoing = require("programs.tags.lib.undoing")
local writing = require("programs.tags.lib.writing")

local root = mix.fs.data("spec/music")
-- Seconds of 60 frames, as TagLib counts them.
local seconds = { flac = 60 * 4096 / 44100, mp3 = 60 * 1152 / 44100 }

local firsts = { "Salt", "Paper", "Harbour", "Winter", "Copper", "Silent", "Velvet", "Northern",
  "Hollow", "Amber" }
local seconds_words = { "Rivers", "Lanterns", "Orchard", "Signals", "Gardens", "Tides", "Letters",
  "Mountains", "Thunder", "Sparrows" }
local artists = { "Ada Lune", "The Tin Kites", "Bo Sander", "Mirela Voss", "Quiet Engines" }

-- Twenty albums of ten songs; all titles differ.
local function discography()
  local songs = {}
  for number = 0, 199 do
    local album = number // 10
    local title = ("%s %s"):format(firsts[number % 10 + 1],
      seconds_words[(number // 10 + number) % 10 + 1])
    if number >= 100 then title = "Beyond " .. title end
    songs[number + 1] = {
      id = ("%08x-0000-4000-8000-000000000000"):format(number + 1), title = title,
      artist = artists[album % 5 + 1], album = "Book of " .. seconds_words[album % 10 + 1]
        .. (album >= 10 and " Two" or ""), track = number % 10 + 1,
      date = ("%d-03-%02d"):format(1990 + album, number % 10 + 1),
      format = number % 2 == 0 and "flac" or "mp3",
    }
  end
  return songs
end

local function typo(text) return text:sub(1, 3) .. text:sub(5) end

-- The damage to the tags of a file; the name of the file says what it is.
local damages = {
  function(tags) tags.TITLE = typo(tags.TITLE) end,
  function(tags) tags.TITLE = tags.TITLE:upper() end,
  function(tags) tags.ARTIST = nil end,
  function(tags) tags.ARTIST = typo(tags.ARTIST) end,
  function(tags) tags.ALBUM, tags.DATE = nil, nil end,
  function(tags) tags.TITLE, tags.ARTIST, tags.ALBUM = nil, nil, nil end,
  function(tags) tags.TITLE, tags.ARTIST = "Track 01", "Unknown Artist" end,
  function(tags) tags.ALBUM = typo(tags.ALBUM) end,
  function(tags) tags.TITLE = "  " .. tags.TITLE:lower() .. " " end,
  function() end,
}

local function tags_of(song)
  return { TITLE = song.title, ARTIST = song.artist, ALBUM = song.album,
    DATE = song.date:sub(1, 4) }
end

local function make(songs)
  local made = {}
  for number, song in ipairs(songs) do
    local tags = tags_of(song)
    damages[(number - 1) % #damages + 1](tags)
    local name = ("%s/%s/%02d %s.%s"):format(song.artist, song.album, song.track, song.title,
      song.format)
    local bytes = audio.make(song.format, tags, {
      seed = number, padding = number % 3 * 200, old = number % 4 == 0,
      picture = number % 5 == 0 and ("\x89PNG"):rep(3000) or nil,
    })
    assert(mix.fs.write(root .. "/" .. name, bytes))
    made[name] = { song = song, bytes = bytes, sound = assert(mix.tags.audio(root .. "/" .. name)) }
  end
  return made
end

local function recording(song, title, length)
  local credit = { { name = song.artist } }
  return { id = song.id, title = title or song.title, length = length or
    math.floor(seconds[song.format] * 1000), ["artist-credit"] = credit,
    ["first-release-date"] = song.date, isrcs = { ("QZABC%07d"):format(song.track) },
    releases = { { title = song.album, date = song.date, ["artist-credit"] = credit,
      ["track-count"] = 10 } } }
end

-- As the service does: all words of each field have to be there.
local function has(text, words)
  text = " " .. text:lower() .. " "
  for word in words:lower():gmatch("%S+") do
    if not text:find(" " .. word .. " ", 1, true) then return false end
  end
  return true
end

local asked = 0

-- MusicBrainz without its limit of one request a second.
local function service(songs)
  return { search = function(_, query)
    asked = asked + 1
    local found = {}
    for _, song in ipairs(songs) do
      if has(song.title, query.title or "") and has(song.artist, query.artist or "") then
        -- The candidate that must not be taken stands first.
        local live = recording(song, song.title .. " (live)", 300000)
        live.id = song.id:gsub("^0", "f")
        if query.title then found[#found + 1] = musicbrainz.result("track", live) end
        found[#found + 1] = musicbrainz.result("track", recording(song))
      end
    end
    return found, { cached = false }
  end }
end

local function plan(songs)
  return planning.run({ root = root, catalogues = { "musicbrainz" }, country = "us",
    services = { musicbrainz = service(songs) }, rules = mix.rules.load("match/tracks") })
end

local function each(made, check)
  for name, file in pairs(made) do check(root .. "/" .. name, file) end
end

describe("200 files with damaged tags", function()
  local songs = discography()
  local made, files, due, run

  lazy_setup(function() made = make(songs) end)

  it("are matched with the songs that they are, and no file is touched", function()
    local problems, looked_at
    files, problems, looked_at = plan(songs)
    assert.are.same({}, problems)
    assert.equal(200, looked_at)
    local counts = plans.counts(files)
    assert.equal(200, counts.matched + counts.uncertain)
    assert.is_true(counts.matched >= 195, mix.json.encode(counts))
    for _, file in ipairs(files) do
      local song = made[file.path].song
      if file.status == "matched" then assert.equal(song.id, file.candidate.id, file.path) end
    end
    each(made, function(path, file) assert.equal(file.bytes, mix.fs.read(path)) end)
  end)

  it("are not asked about again", function()
    local before = asked
    local list, _, looked_at = plan(songs)
    assert.are.same({ 200, 0, before }, { #list, looked_at, asked })
  end)

  it("get their tags and nothing else, but for those in doubt", function()
    due = writing.due(files)
    local failed
    run, failed = writing.run(plans.get(root), due, {})
    assert.are.same({}, failed)
    assert.equal(#due, run.files)
    local written = {}
    for _, file in ipairs(due) do
      written[file.path] = true
      local song, path = made[file.path].song, root .. "/" .. file.path
      local tags = assert(mix.tags.read(path)).tags
      assert.are.same({ { song.title }, { song.artist }, { song.album }, { song.date } },
        { tags.TITLE, tags.ARTIST, tags.ALBUM, tags.DATE })
      assert.equal(made[file.path].sound, mix.tags.audio(path))
    end
    for name, file in pairs(made) do
      if not written[name] then assert.equal(file.bytes, mix.fs.read(root .. "/" .. name)) end
    end
    assert.equal(0, #writing.due(plans.files(run.plan)))
  end)

  it("come back to the byte", function()
    local undone, left = undoing.run(run, {})
    assert.are.same({}, left)
    assert.are.same({ whole = #due, values = 0, untouched = 0 }, undone)
    each(made, function(path, file) assert.equal(file.bytes, mix.fs.read(path)) end)
    assert.equal("undone", runs.get(run.id).state)
    assert.is_nil((undoing.find(run.plan)))
    assert.equal(#due, #writing.due(plans.files(run.plan)))
  end)
end)
