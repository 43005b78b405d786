-- The options of a playlist: fields with types, kept as a draft between runs. Fields that a later
-- version, or somebody else, has written stay in the file as they are.

local artist_lines = require("programs.playlist.lib.artist_lines")
local failure = require("lib.failure")
local near = require("lib.near")

local options = {}

local most_tracks = 100000
local most_artists = 10000
local longest_text = 300
local file = "playlist/options.json"

-- In .env files a field is DEFAULT_ and its name in capitals, unless `env` names it: the desktop
-- builder's own names.
local fields = {
  { name = "playlist_name", type = "text", default = "Fav Artists Top Tracks",
    env = "DEFAULT_PLAYLIST_NAME", doc = "its name" },
  { name = "date_stamp", type = "boolean", default = false, doc = "put the date behind the name" },
  { name = "limit_per_artist", type = "integer", max = 1000, default = 5,
    env = "DEFAULT_LIMIT_PER_ARTIST", doc = "tracks of an artist; 0: none" },
  { name = "max_artists", type = "integer", max = most_artists, default = 100,
    env = "DEFAULT_MAX_ARTISTS", doc = "artists; 0: no limit" },
  { name = "max_tracks", type = "integer", max = most_tracks, default = 500,
    env = "DEFAULT_MAX_TRACKS", doc = "tracks in all; 0: no limit" },
  { name = "shuffle", type = "boolean", default = false, doc = "mix the artists" },
  { name = "shuffle_seed", type = "seed",
    doc = "the same seed, the same order; none: another one" },
  { name = "dedupe_variants", type = "boolean", default = false,
    doc = "take each song of an artist once" },
  { name = "reuse_existing", type = "boolean", default = false,
    doc = "change the playlist of that name when there is one" },
  { name = "truncate", type = "boolean", default = false,
    doc = "let the new tracks take the place of what is in it" },
  { name = "target_playlist_id", type = "text", optional = true,
    doc = "the playlist to reuse: id, address or name" },
  { name = "library_artists", type = "boolean", default = false,
    doc = "also the artists that you hear most" },
  { name = "followed_artists", type = "boolean", unset = "on, unless artists are named",
    doc = "also the artists that you follow" },
  { name = "manual_artist_queries", type = "list", doc = "artists by name or address" },
  { name = "artists_file", type = "text", optional = true, doc = "a file, one artist per line" },
  { name = "print_tracks", type = "boolean", default = false, doc = "list the tracks" },
  { name = "verbose", type = "boolean", default = false, env = "DEFAULT_VERBOSE",
    doc = "say which artists were not found" },
  { name = "dry_run", type = "boolean", default = false, doc = "plan only, whatever is asked for" },
}

local by_name = {}
for _, field in ipairs(fields) do by_name[field.name] = field end

--- The fields in order: {name, type, default, unset (what it means when it has no value), doc}.
options.fields = fields

--- Whether a name is a field's.
function options.is_field(name) return by_name[name] ~= nil end

local function is_integer_text(value)
  return type(value) == "string" and value:find("^[+-]?%d+$") ~= nil
end

local readers = {}

function readers.text(value)
  if type(value) ~= "string" then return nil, "takes a text" end
  if not utf8.len(value) or value:find("%c") then return nil, "takes one line of UTF-8" end
  return value
end

function readers.boolean(value)
  if type(value) == "boolean" then return value end
  local words = { on = true, yes = true, ["true"] = true, ["1"] = true, off = false, no = false,
    ["false"] = false, ["0"] = false }
  local found = words[type(value) == "string" and value:lower() or value]
  if found == nil then return nil, "takes on or off" end
  return found
end

function readers.integer(value, field)
  local number = type(value) == "number" and math.tointeger(value)
    or is_integer_text(value) and math.tointeger(tonumber(value))
  if number and number >= 0 and number <= field.max then return number end
  return nil, ("takes a whole number from 0 to %d"):format(field.max)
end

-- Integers of any size, as the desktop builder's; large ones as {int = "…"}.
function readers.seed(value)
  if type(value) == "table" and is_integer_text(value.int) then value = value.int end
  if type(value) == "number" and math.tointeger(value) then return math.tointeger(value) end
  if is_integer_text(value) and #value <= 10000 then
    local number = tonumber(value)
    if math.type(number) == "integer" then return number end
    return { int = value }
  end
  return nil, "takes a whole number"
end

function readers.list(value)
  if type(value) == "string" then return mix.json.array(artist_lines.split(value)) end
  if type(value) ~= "table" then return nil, "takes a list of texts, or a text with commas" end
  local list = mix.json.array({})
  for place, item in ipairs(value) do
    if type(item) ~= "string" then return nil, ("[%d] takes a text"):format(place) end
    list[place] = item
  end
  return list
end

local function shown(value)
  local text = type(value) == "string" and value
    or mix.json.encode(value, { on_invalid = "replace" })
  return #text <= 60 and text or text:sub(1, (utf8.offset(text, 40) or 41) - 1) .. "…"
end

--- Reads a field's value, as JSON has it or as it was typed. Returns nil and what is wrong with it;
--- an optional field that is empty is nil without a problem.
function options.read(name, value)
  local field = by_name[name]
  if not field then
    local names = {}
    for place, known in ipairs(fields) do names[place] = known.name end
    return nil, ("there is no option %s%s; options show names them all"):format(name,
      near(name, names))
  end
  if value == nil or value == mix.json.null then return nil end
  local may_be_unset = field.optional or field.type == "seed" or field.unset
  if value == "" and may_be_unset then return nil end
  local read, problem = readers[field.type](value, field)
  if read == nil then return nil, ("%s %s, not %s"):format(name, problem, shown(value)) end
  ---@cast read any
  if field.type == "text" and utf8.len(read) > longest_text then
    return nil, ("%s takes at most %d characters, not %d"):format(
      name, longest_text, utf8.len(read))
  end
  return read
end

--- Sets a field by its name; raises a failure for what it does not take. `shown`: what the user
--- calls it.
function options.set(draft, name, value, shown_name)
  local read, problem = options.read(name, value)
  if problem then
    if shown_name then problem = shown_name .. problem:sub(#name + 1) end
    failure.raise(problem, "options")
  end
  draft[name] = read
end

--- The draft with a value for every field that has a default.
function options.whole(draft)
  local whole = {}
  for _, field in ipairs(fields) do
    local value = draft[field.name]
    if value == nil then value = field.default end
    if value == nil and field.type == "list" then value = {} end
    whole[field.name] = value
  end
  return whole
end

--- Reads a draft out of a JSON text; raises a failure. Unknown fields are kept.
function options.decode(text, shown_name)
  local decoded, err = mix.json.decode(text)
  if err then failure.raise(("%s: %s"):format(shown_name, err.message), "options") end
  if type(decoded) ~= "table" or mix.json.is_array(decoded) then
    failure.raise(("%s: a draft is a JSON object"):format(shown_name), "options")
  end
  for name, value in pairs(decoded) do
    if by_name[name] then
      local read, problem = options.read(name, value)
      if problem then failure.raise(("%s: %s"):format(shown_name, problem), "options") end
      decoded[name] = read
    end
  end
  return decoded
end

--- The draft as JSON.
function options.encode(draft) return mix.json.encode(draft, { pretty = true }) .. "\n" end

--- The draft of the last runs; an empty one when there is none.
function options.load()
  local path = mix.fs.data(file)
  if not mix.fs.exists(path) then return mix.json.object({}) end
  local draft, problem = failure.caught(options.decode, failure.need(mix.fs.read(path)), path)
  if draft then return draft end
  return failure.raise(problem.message .. "; mend the file, or remove it: builds then begin with "
    .. "the defaults", "damaged")
end

--- Keeps a draft.
function options.save(draft)
  failure.need(mix.fs.write(mix.fs.data(file), options.encode(draft)))
end

return options
