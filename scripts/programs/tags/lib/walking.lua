-- The audio files below a folder.

local walking = {}

local endings = { flac = true, mp3 = true, m4a = true, m4b = true, mp4 = true }
local deepest = 32
local most = 200000

--- Whether a name is one of an audio file that can be written.
function walking.is_audio(name)
  return endings[(name:match("%.(%w+)$") or ""):lower()] == true
end

-- Whether a file or folder is taken: once, and only where it is below the walked folder. A link may
-- lead back to a folder above it, or out of the folder that the user named.
local function is_taken(state, path, info)
  if state.seen[info.real] then return false end
  if info.real:sub(1, #state.inside) ~= state.inside then
    state.problems[#state.problems + 1] = ("%s: left out, since it is a link out of %s; name %s "
      .. "itself to take it"):format(path, state.root, info.real)
    return false
  end
  state.seen[info.real] = true
  return true
end

local function visit(state, folder, prefix, depth)
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
      local ok, found = pcall(mix.fs.info, path)
      if ok and found and found.type == "folder" then
        if depth < deepest and is_taken(state, path, found) then
          visit(state, path, prefix .. name .. "/", depth + 1)
        end
      elseif ok and found and walking.is_audio(name) and #state.files < most
        and is_taken(state, path, found) then
        state.files[#state.files + 1] = {
          path = prefix .. name, size = found.size, modified = found.modified, type = found.type,
        }
      end
    end
  end
end

--- The files below `root` in the order of their names: {path (below root), size, modified, type};
-- and lines about what could not be read.
function walking.files(root)
  local info = mix.fs.info(root)
  if not info then return {}, {} end
  local state = { files = {}, problems = {}, root = root, seen = { [info.real] = true },
    inside = info.real:gsub("/*$", "/") }
  visit(state, root, "", 0)
  if #state.files == most then
    state.problems[1] = ("only the first %d files are taken"):format(most)
  end
  return state.files, state.problems
end

return walking
