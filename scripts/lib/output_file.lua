-- Writes what commands give out to the file that the user names, or to standard output.

local output_file = {}

--- Returns why no file is made at a path, whose folder is missing: that is a slip of the pen more
--- often than a wish; nil where nothing is wrong.
function output_file.problem(path)
  local folder = path:match("^(.+)/[^/]*$")
  if not folder then return nil end
  local is_allowed, info = pcall(mix.fs.info, folder)
  if not is_allowed or info and info.type == "folder" then return nil end
  return ("cannot write %s: there is no folder %s; make it first"):format(path, folder)
end

--- Ends the program where a folder cannot be made, because the one that it is to stand in is
--- missing.
function output_file.need_parent(folder)
  local problem = folder and output_file.problem((folder:gsub("(.)/+$", "%1")))
  if problem then mix.ui.fail(problem, 1) end
end

--- Whether a path stands for standard output: none, or "-".
function output_file.is_stdout(path) return path == nil or path == "-" end

--- Writes a text; without a path, or to "-", it goes to standard output. True; nil and the error.
function output_file.write(path, text)
  if output_file.is_stdout(path) then
    io.write(text)
    return true
  end
  local problem = output_file.problem(path)
  if problem then return nil, { kind = "io", message = problem } end
  return mix.fs.write(path, text)
end

return output_file
