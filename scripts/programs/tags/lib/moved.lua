-- Finds written files that were moved or renamed since, by the digest of their audio data, which
-- neither a name nor tags change.

local failure = require("lib.failure")
local walking = require("programs.tags.lib.walking")

local moved = {}

local function audio(path) return (failure.caught(mix.tags.audio, path)) end

-- The sizes of the written files; nil when one is not known, as in runs of earlier versions.
local function sizes_of(writes)
  local sizes = {}
  for _, write in ipairs(writes) do
    if write.audio and not write.written then return nil end
    if write.written then sizes[write.written] = true end
  end
  return sizes
end

-- The paths below a folder by the digests of their audio data, for files of those sizes.
local function paths_by_audio(root, sizes)
  local paths = {}
  for _, file in ipairs((walking.files(root))) do
    if not sizes or sizes[file.size] then
      local path = root .. "/" .. file.path
      local digest = audio(path)
      if digest and not paths[digest] then paths[digest] = path end
    end
  end
  return paths
end

--- Returns a function that gives the path of a write's file below `root`, at its old place or
-- anywhere else; nil: it is not there.
function moved.finder(root, writes)
  local paths
  return function(write)
    if not write.audio then return nil end
    local path = root .. "/" .. write.path
    if audio(path) == write.audio then return path end
    paths = paths or paths_by_audio(root, sizes_of(writes))
    return paths[write.audio]
  end
end

return moved
