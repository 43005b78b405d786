-- The library as a folder of Calibre: AUTHOR/TITLE (NUMBER)/metadata.opf, and cover.jpg beside it.

local cover_files = require("programs.books.lib.cover_files")
local opf = require("programs.books.lib.exports.opf")

local opf_folder = {}

local longest_name = 80

-- A name that every file system takes.
local function file_name(text)
  local name = text:gsub("[%c/\\:*?\"<>|]", "_"):gsub("^[%.%s]+", ""):gsub("[%.%s]+$", "")
  local stop = utf8.len(name) and utf8.offset(name, longest_name + 1)
  if stop and stop <= #name then name = name:sub(1, stop - 1):gsub("[%.%s]+$", "") end
  return name ~= "" and name or "Unknown"
end

local function write(path, text)
  local _, problem = mix.fs.write(path, text)
  if problem then mix.ui.fail(problem.message) end
end

local function image_of(work, covers, endings)
  local name = cover_files.name(work)
  if not endings[name] then return nil end
  return assert(mix.fs.read(("%s/%s.%s"):format(covers, name, endings[name]))), endings[name]
end

--- Writes works; `covers`: the folder with their images, or nil. Returns how many there were.
function opf_folder.write(works, folder, covers)
  local endings = covers and cover_files.endings(covers) or {}
  local count = 0
  for work in works do
    local place = ("%s/%s/%s (%d)"):format(folder, file_name((work.creators or {})[1] or "Unknown"),
      file_name(work.title), work.id)
    local image, ending = image_of(work, covers, endings)
    local cover = image and "cover." .. ending or nil
    if image then write(place .. "/" .. cover, image) end
    write(place .. "/metadata.opf", opf.text(work, cover))
    count = count + 1
  end
  return count
end

return opf_folder
