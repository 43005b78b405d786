-- Texts of files, services and people for a terminal, which would obey some characters.

local terminal_text = {}

--- A text on one line: control characters, and those that turn the direction of writing, are
--- spaces. A tab or a line break would be read as a field's or a title's end.
function terminal_text.line(text)
  local valid = utf8.len(text) and text or text:gsub("[\x80-\xFF]", "?")
  return (valid:gsub("%c", " "):gsub("\xC2[\x80-\x9F]", " ")
    :gsub("\xE2\x80[\x8E\x8F\xA8-\xAE]", " "):gsub("\xE2\x81[\xA6-\xAF]", " ")
    :gsub("\xD8\x9C", " "))
end

--- Lines, each made plain.
function terminal_text.lines(text) return (text:gsub("[^\n]+", terminal_text.line)) end

--- Prints lines, each made plain.
function terminal_text.print(text) print(terminal_text.lines(text)) end

--- Values as one line with tabs between, of which none is in a value.
function terminal_text.fields(list)
  local fields = {}
  for place, value in ipairs(list) do fields[place] = terminal_text.line(tostring(value)) end
  return table.concat(fields, "\t")
end

return terminal_text
