-- The draft as a form: its fields, what was typed into them, what is wrong with that.

local artist_lines = require("programs.playlist.lib.artist_lines")
local json_values = require("lib.json_values")
local options = require("programs.playlist.lib.draft.options")

local draft_form = {}

-- Longer lists of artists are not edited in a form.
local most_text, most_named = 50000, 1000

local labels = {
  playlist_name = "Name", date_stamp = "Date behind the name",
  limit_per_artist = "Tracks of an artist", max_artists = "Artists at most",
  max_tracks = "Tracks at most", shuffle = "Shuffle",
  shuffle_seed = "Seed", dedupe_variants = "Each song once", reuse_existing = "Reuse a playlist",
  truncate = "Replace what is in it", target_playlist_id = "Which playlist",
  library_artists = "Artists I hear most", followed_artists = "Artists I follow",
  manual_artist_queries = "Artists", artists_file = "File of artists (its path)",
  print_tracks = "List the tracks", verbose = "Say who was not found", dry_run = "Plan only",
}

local types = { boolean = "flag", integer = "integer", list = "multiline" }

local if_unset = {
  { value = "", label = "When no artist is named" }, { value = "true", label = "Yes" },
  { value = "false", label = "No" },
}

-- The field's description with a capital; nil where the label says the same.
local function help(field)
  local text = field.doc:sub(1, 1):upper() .. field.doc:sub(2)
  return text ~= labels[field.name] and field.name ~= "playlist_name" and text or nil
end

-- A list as it is edited: one a line.
local function lines(list)
  local parts = {}
  for place, name in ipairs(list or {}) do parts[place] = artist_lines.join({ name }) end
  return table.concat(parts, "\n")
end

--- The artists of a draft as a text; nil when that is too long for a form.
function draft_form.artists(draft)
  if #(draft.manual_artist_queries or {}) > most_named then return nil end
  local text = lines(draft.manual_artist_queries)
  return #text <= most_text and text or nil
end

local function value_of(field, draft, whole)
  if field.type == "list" then return draft_form.artists(draft) end
  local value = whole[field.name]
  if field.type == "seed" and type(value) == "table" then return value.int end
  if field.unset then return value == nil and "" or tostring(value) end
  return value
end

--- The fields of the form. `typed` and `errors`: what was typed that does not fit, and why, by
-- name.
function draft_form.fields(draft, typed, errors)
  local whole, list = options.whole(draft), {}
  for _, field in ipairs(options.fields) do
    local value = typed[field.name]
    if value == nil then value = value_of(field, draft, whole) end
    local is_too_long = field.type == "list" and value == nil
    if not is_too_long and not (field.name == "artists_file" and value == nil) then
      list[#list + 1] = {
        name = field.name, label = labels[field.name], help = help(field), value = value,
        type = field.unset and "choice" or types[field.type] or "text",
        options = field.unset and if_unset or nil, error = errors[field.name],
      }
    end
    if field.type == "list" then
      list[#list + 1] = { name = "artists_list", label = "More artists, from a file",
        type = "file", accept = ".txt,.csv,.md", help = "One on each line; they are added",
        error = errors.artists_list }
    end
  end
  return list
end

-- Artists without those that are there already.
local function added(list, lines_of_file)
  local all = table.move(list or {}, 1, #(list or {}), 1, {})
  for _, line in ipairs(lines_of_file) do all[#all + 1] = artist_lines.shown(line.text) end
  return mix.json.array(json_values.distinct(all, function(name) return name end))
end

-- The fault of a field, without its name: it stands there.
local function flaw(field, problem)
  local text = problem:sub(#field.name + 2)
  return text:sub(1, 1):upper() .. text:sub(2)
end

--- Takes what a form has into a draft, as far as it fits. `taken`: the file's text that was taken
--- before; a form keeps its file, whose artists are added once. Returns what does not fit, by name:
--- the values, and what is wrong with them; and the file's text.
function draft_form.take(draft, values, taken)
  local typed, errors = {}, {}
  for _, field in ipairs(options.fields) do
    local given = values[field.name]
    local read, problem = options.read(field.name, given)
    if problem then
      typed[field.name], errors[field.name] = given, flaw(field, problem)
    elseif given ~= nil or draft_form.artists(draft) or field.type ~= "list" then
      -- A field that was emptied is at its default again.
      draft[field.name] = read
    end
  end
  local text = values.artists_list or ""
  if text == "" then return typed, errors end
  local parsed = artist_lines.parse(text)
  if #parsed == 0 then
    errors.artists_list = "there is no artist in it"
  elseif text ~= taken then
    draft.manual_artist_queries = added(draft.manual_artist_queries, parsed)
  end
  return typed, errors, text
end

--- The parts of a draft that do not count, in words.
function draft_form.remarks(draft)
  local whole, list = options.whole(draft), {}
  local function add(condition, text)
    if condition then list[#list + 1] = text end
  end
  add(whole.truncate and not whole.reuse_existing, "Nothing is replaced: no playlist is reused.")
  add(whole.shuffle_seed ~= nil and not whole.shuffle,
    "The seed does not count: nothing is shuffled.")
  add(whole.target_playlist_id ~= nil and not whole.reuse_existing,
    "A new playlist is made: the one that is named counts with \"Reuse a playlist\".")
  add(whole.limit_per_artist == 0, "No tracks: an artist gives 0.")
  return list
end

return draft_form
