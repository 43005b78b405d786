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

local standard_output = { ["-"] = true, ["/dev/stdout"] = true, ["/dev/fd/1"] = true }

--- Whether a path stands for standard output: none, "-", or the system's own name of it.
function output_file.is_stdout(path) return path == nil or standard_output[path] == true end

--- Writes a text to a file or to standard output. True; nil and the error.
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
