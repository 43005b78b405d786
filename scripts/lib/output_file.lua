-- Writes what commands give out to the file that the user names, or to standard output. A missing
-- folder is refused by mix.args, where the argument is declared as one that is written.

local progress = require("lib.linking.progress")
local terminal_text = require("lib.terminal_text")

local output_file = {}

local standard_output = { ["-"] = true, ["/dev/stdout"] = true, ["/dev/fd/1"] = true }

--- Whether a path stands for standard output: none, "-", or the system's own name of it.
function output_file.is_stdout(path) return path == nil or standard_output[path] == true end

--- Writes a part of a document to standard output. A terminal gets nothing that it would obey; a
--- file or a program has the text as it is.
function output_file.put(text)
  io.write(mix.ui.is_terminal() and terminal_text.lines(text) or text)
end

--- Writes a text to a file or to standard output. True; nil and the error.
function output_file.write(path, text)
  if output_file.is_stdout(path) then
    output_file.put(text)
    return true
  end
  return mix.fs.write(path, text)
end

--- Returns why nothing can be written to a path, which is a folder's; nil for any other.
function output_file.problem(option, path)
  if output_file.is_stdout(path) then return nil end
  -- A path that may be written need not be one that may be read.
  local is_read, info = pcall(mix.fs.info, path)
  return is_read and info and info.type == "folder"
    and ("%s %s: it is a folder; name a file in it"):format(option, path) or nil
end

--- Ends the script where nothing can be written to a path, before the work is done.
function output_file.check(option, path)
  local problem = output_file.problem(option, path)
  if problem then progress.fail(problem, 2) end
end

--- Ends the script where a path is something else than a folder; nil and one that is not there yet
--- are fine.
function output_file.check_folder(option, path)
  local info = path and mix.fs.exists(path) and mix.fs.info(path)
  if info and info.type ~= "folder" then
    progress.fail(("%s %s: it is not a folder; name one, which is made where it is missing"):format(
      option, path), 2)
  end
end

return output_file
