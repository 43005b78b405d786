-- Reads what an album's title says besides the name: that it is a single, an EP, a soundtrack or a
-- deluxe edition, with and without brackets, and the subtitle that says the kind.

local catalogues = require("rules.lib.catalogues")
local keys = require("rules.lib.keys")
local numbers = require("rules.lib.numbers")
local releases = require("rules.lib.releases")
local set_of = require("lib.set_of")
local spelling = require("rules.lib.spelling")
local versions = require("rules.lib.versions")
local text = mix.text

local albumtitles = {}

-- Splits off the words that end a title, as long as they are of a set; the rest is never empty.
local function split_end(title, is_one)
  local rest, words = title, nil
  while true do
    local shorter, word = rest:match("^(.*[^%s%-:])[%s%-:]+([%w']+)$")
    if not (word and is_one(word:lower())) then return rest, words end
    rest, words = shorter, word .. (words and " " .. words or "")
  end
end

-- Words of editions; those that are true name one without the word "edition".
local edition_words = {
  deluxe = true, anniversary = true, super = false, expanded = false, legacy = false,
  special = false, limited = false, edition = false, version = false,
}

local function is_of_edition(word)
  return edition_words[word] ~= nil or word:find("^%d+[snrt][tdh]$") ~= nil
end

local edition = set_of([[
  edition edicion edizione edicao editie edycja utgave utgava ausgabe sonderausgabe издание
]])

-- Whether a remark names an edition, whatever it is called: "Tour Edition", "Édition limitée". What
-- says that the recording is another is none: "Instrumental Edition", nor a jubilee.
local function names_edition(remark)
  local folded, found = text.fold(remark), false
  for word in folded:gmatch("[%a\x80-\xff]+") do found = found or edition[word] == true end
  local hard = versions.tags(folded)
  return found and not folded:find("anniversary", 1, true) and not (hard and next(hard))
end

-- Puts an edition that ends a title into brackets: "Boats Super Deluxe Edition".
local function with_brackets(title)
  local rest, words = split_end(title, is_of_edition)
  local last = words and words:match("%S+$"):lower()
  local is_edition = words and words:find(" ") and (last == "edition" or last == "version")
  if words and (is_edition or edition_words[last]) then title = ("%s (%s)"):format(rest, words) end
  -- "(International Deluxe Edition)" and "(Tour Edition)" are deluxe editions.
  title = title:gsub("([%(%[])[%a ]-[Dd]eluxe[%a ]*([%)%]])", "%1Deluxe%2")
  return (title:gsub("([%(%[])([^%(%)%[%]]+)([%)%]])", function(opened, inner, closed)
    return names_edition(inner) and opened .. "Deluxe" .. closed or nil
  end))
end

local formats = { single = "single", ep = "ep", lp = "lp" }

-- Takes the format off the end of a title: "Boats - Single", "Boats (Single Version)", "The Boats
-- EP". Without a sign before it "EP" and "LP" are capitals.
local function take_format(title)
  local rest, word = title:match("^(.-%S)%s*[%(%[](%a+)[%a ]*[%)%]]$")
  if not rest then rest, word = title:match("^(.-%S)%s+%-%s*(%a+)$") end
  if not rest then rest, word = title:match("^(.-%S)%s+([EL]P)$") end
  local format = word and formats[word:lower()]
  return format and rest or title, format
end

-- Words that say what is on a soundtrack; one of `tells` is among them.
local beside = set_of([[
  original motion picture pictures music songs from the and a inspired by of film movie television
  tv series show game video album recording version complete
  bande originale du films serie musique banda sonora pelicula la de colonna originale musica del
  musik aus dem zum der
]])
local tells = {
  soundtrack = "soundtrack", soundtracks = "soundtrack", ost = "soundtrack", score = "score",
  cast = "cast", bande = "soundtrack", sonora = "soundtrack", filmmusik = "soundtrack",
}

local function is_of_recording(word) return beside[word] or tells[word] ~= nil end

-- The kind of recording that a text of such words alone names; nil for another text, false for one
-- that names none.
local function recording_of(words)
  local kind = false
  -- Between them stands the place: "Original Harbour Town Cast".
  local plain = text.fold(words):gsub("%.", ""):gsub("original [%a ]+ cast", "original cast")
  for word in plain:gmatch("[%w\x80-\xff]+") do
    if not is_of_recording(word) then return nil end
    kind = tells[word] or kind or (word == "music" or word == "songs") and "soundtrack"
  end
  return kind
end

-- Takes what it is the recording of off the end of a title: "Boats (Music from the Motion
-- Picture)", "Boats: Original Score", "Boats OST".
local function take_recording(title)
  local rest, words = title:match("^(.-%S)%s*[%(%[]([^%(%)%[%]]+)[%)%]]$")
  if not rest then rest, words = title:match("^(.-[^%s:%-])%s*[:%-]+%s+([^:%-]+)$") end
  local kind = words and (words:find("%s") and recording_of(words) or tells[text.fold(words)])
  if kind then return rest, kind end
  -- "Boats Original Motion Picture Soundtrack".
  rest = title:gsub("Original [%a ]+ Cast", "Original Cast")
  rest, words = split_end(rest, is_of_recording)
  local last = words and words:match("%S+$"):lower()
  local is_said = last and (tells[last] == "soundtrack" or last == "recording")
  kind = is_said and recording_of(rest) == nil and recording_of(words)
  return kind and rest or title, kind or nil
end

local raised = { ["²"] = " 2", ["³"] = " 3" }

--- Returns a title without its format and without what it is the recording of, its edition in
--- brackets; the format ("single", "ep", "lp") and the recording ("soundtrack", "score", "cast"),
--- or nil.
function albumtitles.take(title)
  local rest, format = take_format((title:gsub("\xc2[\xb2\xb3]", raised)))
  local recording
  rest, recording = take_recording(rest)
  -- "Boats - From the Harbour" is another album; behind a song's name it says where that is from.
  rest = spelling.plain(rest):gsub("%s+%-%s+([Ff]rom )", ": %1")
  return with_brackets(rest), format, recording
end

--- Returns the words that say which cast of a musical a title names, "london" of "Boats (Original
--- London Cast Recording)"; nil without any.
function albumtitles.cast(title)
  local words = text.fold(title):match("([%a ]+)%f[%w]cast%f[%W]") or ""
  words = spelling.key((words:gsub("original", " "):gsub("%f[%w]the%f[%W]", " ")))
  return words ~= "" and title:find("[%(%[:%-]") and words or nil
end

--- Returns a title with the name of a series in full that people write in short: "Now 45".
function albumtitles.in_full(title)
  local number = title:match("^[Nn][Oo][Ww]!? (%d%d?%d?)$")
  return number and "Now That's What I Call Music! " .. number or title
end

--- Returns a title without the year of its recording, and that year: "Boats (1981 Recording)",
--- "Boats (1981 Digital Recording)"; the title itself and nil without one.
function albumtitles.take_year(title)
  local rest, year = title:match("^(.-%S)%s*[%(%[]([12]%d%d%d) [%a ]-[Rr]ecording[%)%]]$")
  return rest or title, year
end

--- Returns the key of a title without the catalogue's number and the key of a composer's work:
--- "Bach: Goldberg Variations, BWV 988"; nil for a title without such a number.
function albumtitles.uncatalogued(written)
  local folded = text.fold(written)
  if not catalogues.of(folded) then return nil end
  return table.concat(keys.without(spelling.key(catalogues.without(folded))), " ")
end

--- Returns the key of a title behind the name of its composer, who is among the artists, without
--- the catalogue's number: "Lune: The Boats, Op. 32" of Ada Lune; nil for others.
function albumtitles.headless(written, artist)
  local head, rest = written:match("^(%S+): +(.+)$")
  local name = head and artist and spelling.key(head)
  for _, person in ipairs(name and artist.people or {}) do
    if person:match("%S+$") == name then
      return albumtitles.uncatalogued(rest) or spelling.key(rest)
    end
  end
  return nil
end

--- The words of a key with its numbers as digits, whatever they count; a Roman one of several
--- letters alone as well: "III".
function albumtitles.counted(key)
  return key:find("^[ivx][ivx]+$") and numbers.read("the " .. key).words:gsub("^the ", "")
    or numbers.read(key).words
end

--- Returns the key of a title before a subtitle that says nothing but what kind of release it is,
--- "Gold: Greatest Hits", or that stands behind a number, "Boats II: Back to the Harbour"; nil for
--- others.
function albumtitles.main(written)
  local main, sub = written:match("^([^:%(%[]*[^:%s])%s*:%s+([^%(%[]+)$")
  local key = main and albumtitles.counted(spelling.key(main))
  local folded = text.fold(sub or "")
  local _, kind = releases.kind(folded)
  if not key or releases.tags(": " .. folded) then return nil end
  return (kind == "compilation" or key:find(" %d+$")) and key or nil
end

return albumtitles
