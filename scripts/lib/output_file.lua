-- Writes what commands give out to the file that the user names, or to standard output.

local output_file = {}

-- The reason why no file is made at a path, whose folder is missing: that is a slip of the pen more
-- often than a wish; nil where nothing is wrong. Arguments of commands were looked at before.
local function problem_of(path)
  local folder = path:match("^(.+)/[^/]*$")
  if not folder then return nil end
  local is_allowed, info = pcall(mix.fs.info, folder)
  if not is_allowed or info and info.type == "folder" then return nil end
  return ("cannot write %s: there is no folder %s; make it first"):format(path, folder)
end

--- Whether a path stands for standard output: none, or "-".
function output_file.is_stdout(path) return path == nil or path == "-" end

--- Writes a text; without a path, or to "-", it goes to standard output. True; nil and the error.
function output_file.write(path, text)
  if output_file.is_stdout(path) then
    io.write(text)
    return true
  end
  local problem = problem_of(path)
  if problem then return nil, { kind = "io", message = problem } end
  return mix.fs.write(path, text)
end

return output_file
