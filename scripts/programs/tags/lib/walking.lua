-- The audio files below a folder.

local walking = {}

local endings = { flac = true, mp3 = true, m4a = true, m4b = true, mp4 = true }
local deepest = 32
local most = 200000

--- Whether a name is one of an audio file that can be written.
function walking.is_audio(name)
  return endings[(name:match("%.(%w+)$") or ""):lower()] == true
end

local function visit(state, folder, prefix, depth)
  local info = mix.fs.info(folder)
  -- A link may lead back to a folder above it.
  if not info or info.type ~= "folder" or state.seen[info.real] or depth > deepest then return end
  state.seen[info.real] = true
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
        visit(state, path, prefix .. name .. "/", depth + 1)
      elseif ok and found and walking.is_audio(name) and #state.files < most then
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
  local state = { files = {}, problems = {}, seen = {} }
  visit(state, root, "", 0)
  if #state.files == most then
    state.problems[1] = ("only the first %d files are taken"):format(most)
  end
  return state.files, state.problems
end

return walking
