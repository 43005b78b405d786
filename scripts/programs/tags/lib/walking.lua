-- The audio files below a folder.

local cue = require("lib.track_formats.cue")
local failure = require("lib.failure")
local file_text = require("lib.file_text")

local walking = {}

local endings = { flac = true, mp3 = true, m4a = true, m4b = true, mp4 = true, ogg = true,
  oga = true, opus = true, wav = true, aif = true, aiff = true, aifc = true }
-- Music that is left out, but not in silence.
local unread = {}
for ending in ([[aa aac aax ac3 amr ape au caf dff dsf dts m4p m4r mka mp+ mp2 mpc mpp ofr oma ra
  shn spx tak tta w64 wma wv]]):gmatch("%S+") do unread[ending] = true end
-- Folders of systems and of storage, which hold what was deleted, and copies, by their names in
-- lower case.
local of_systems = {}
for name in ([[$recycle.bin recycler #recycle @recycle #snapshot @recently-snapshot @snapshot
  @eadir @__thumb lost+found __macosx]]):gmatch("%S+") do of_systems[name] = true end
of_systems["system volume information"] = true
local deepest = 32
local largest_sheet = 1 << 20
local most = 200000

local function ending_of(name) return (name:match("%.([%w+]+)$") or ""):lower() end

--- Whether a name is one of an audio file that can be written.
function walking.is_audio(name) return endings[ending_of(name)] == true end

-- Whether a file or folder is taken: once, and only where it is below the walked folder. A link may
-- lead back to a folder above it, or out of the folder that the user named.
local function is_taken(state, path, info)
  if state.seen[info.real] then return false end
  if not state.follow and info.real:sub(1, #state.inside) ~= state.inside then
    state.problems[#state.problems + 1] = ("%s: left out, it is a link to %s; --follow takes it")
      :format(path, info.real)
    return false
  end
  state.seen[info.real] = true
  return true
end

local visit

local function take(state, path, name, info, place)
  if info.type == "folder" then
    if of_systems[name:lower()] then return end
    if place.depth < deepest and is_taken(state, path, info) then
      visit(state, path, place.prefix .. name .. "/", place.depth + 1)
    end
  elseif walking.is_audio(name) and #state.files < most and is_taken(state, path, info) then
    state.files[#state.files + 1] = { path = place.prefix .. name, size = info.size,
      modified = info.modified, type = info.type,
      rights = not info.writable and "it is read-only"
        or not info.own and "it belongs to somebody else" or nil }
  elseif ending_of(name) == "cue" and info.type == "file" and info.size <= largest_sheet then
    state.sheets[#state.sheets + 1] = { path = path, name = name, prefix = place.prefix }
  elseif unread[ending_of(name)] and info.type == "file" then
    local ending = ending_of(name)
    state.left[ending] = (state.left[ending] or 0) + 1
  end
end

local function bare(name) return (name:gsub("%.%w+$", "")) end

-- Marks the files that are whole albums, by their cue sheets. Rippers pack the file that a sheet
-- names, and keep the name but for its ending.
local function add_sheets(state)
  local sheets = {}
  for _, sheet in ipairs(state.sheets) do
    local text = file_text.of_list(failure.caught(mix.fs.read, sheet.path) or "")
    local whole = text and cue.whole_file(text)
    -- Some are called "Ada - Tides.flac.cue".
    for _, name in ipairs(whole and { whole, sheet.name, bare(sheet.name) } or {}) do
      sheets[sheet.prefix .. bare(name)] = sheet.name
    end
  end
  for _, file in ipairs(state.files) do file.sheet = sheets[bare(file.path)] end
end

-- Says how many files of other formats there are; nil without any.
local function left_out(root, counts)
  local parts = {}
  for ending, count in pairs(counts) do
    parts[#parts + 1] = ("%s files (%d)"):format(ending:upper(), count)
  end
  table.sort(parts)
  return #parts > 0 and ("%s: left out, their formats are not read: %s"):format(root,
    table.concat(parts, ", ")) or nil
end

-- Counts a link to a folder that is not granted. A library may have hundreds to one folder, and
-- nothing says whether music is behind them.
local function deny(state, path, message)
  local folder = message:match("%-%-allow%-read (.+)$") or path
  local known = state.denied[folder]
  if known then
    known.count = known.count + 1
    return
  end
  state.denied[folder] = { count = 1, first = path, message = message }
  state.denied[#state.denied + 1] = folder
end

local function add_denied(state)
  for _, folder in ipairs(state.denied) do
    local one = state.denied[folder]
    state.problems[#state.problems + 1] = one.count == 1 and one.message
      or ("%s and %d more: left out, they lead to a folder that is not granted; allow it with "
        .. "--allow-read %s"):format(one.first, one.count - 1, folder)
  end
end

function visit(state, folder, prefix, depth)
  local names, err = mix.fs.list(folder)
  if not names then
    state.problems[#state.problems + 1] = err.message
    return
  end
  for _, name in ipairs(names) do
    local path = folder .. "/" .. name
    if not utf8.len(name) then
      state.problems[#state.problems + 1] = ("%s: its name is not UTF-8; left out"):format(path)
    elseif name:sub(1, 1) ~= "." then
      local found, problem = failure.caught(mix.fs.info, path)
      if found then
        take(state, path, name, found, { prefix = prefix, depth = depth })
      elseif problem.kind == "denied" then
        deny(state, path, failure.line(problem))
      end
    end
  end
end

--- The files below `root` in the order of their names: {path (below root), size, modified, type,
-- sheet (the cue sheet of one that is a whole album)}; and lines about what was left out.
-- `follow`: also behind links that lead out of it.
function walking.files(root, follow)
  local info = mix.fs.info(root)
  if not info then return {}, {} end
  local state = { files = {}, problems = {}, follow = follow, seen = { [info.real] = true },
    inside = info.real:gsub("/*$", "/"), left = {}, denied = {},
    sheets = {} }
  visit(state, root, "", 0)
  add_sheets(state)
  add_denied(state)
  state.problems[#state.problems + 1] = left_out(root, state.left)
  if #state.files == most then
    state.problems[1] = ("only the first %d files are taken"):format(most)
  end
  return state.files, state.problems
end

return walking
