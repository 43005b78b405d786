-- Prints lines for people: on a terminal broken between words, where the terminal would break
-- within them; elsewhere whole. Neither has characters that a terminal would obey: a pipe may lead
-- to one.

local terminal_text = require("lib.terminal_text")

local prose = {}

-- Fewest columns beside a label in which text is wrapped; a narrower terminal breaks words.
local least = 12

--- Returns a text after a label; later lines are aligned with the text's beginning. `width`: the
--- terminal's (default: the present one; a pipe has none).
function prose.labelled(head, text, width)
  width = width or mix.ui.is_terminal() and mix.ui.width()
  if not width then return terminal_text.lines(head .. text) end
  local columns = mix.ui.columns(head)
  local wrapped = mix.ui.wrap(text, math.max(least, width - columns))
  -- An empty line stays empty.
  return head .. wrapped:gsub("\n([^\n])", "\n" .. (" "):rep(columns) .. "%1")
end

--- Prints lines; the continuation of indented lines is indented as well.
function prose.print(text)
  print(mix.ui.is_terminal() and mix.ui.wrap(text) or terminal_text.lines(text))
end

--- Prints a text after a label.
function prose.print_labelled(head, text) print(prose.labelled(head, text)) end

return prose
