-- Lines for people: on a terminal broken between words, where the terminal would break within them;
-- elsewhere whole.

local prose = {}

-- The room beside a head that lines continue below; a terminal too narrow for that breaks words.
local least = 12

--- A text behind a head, as it is shown: later lines stand below the text's beginning. `width`: of
-- the terminal (default: as it is; there is none in a pipe).
function prose.labelled(head, text, width)
  width = width or mix.ui.is_terminal() and mix.ui.width()
  if not width then return head .. text end
  local columns = mix.ui.columns(head)
  local wrapped = mix.ui.wrap(text, math.max(least, width - columns))
  return head .. wrapped:gsub("\n", "\n" .. (" "):rep(columns))
end

--- Prints lines; those that begin with spaces continue below them.
function prose.print(text)
  print(mix.ui.is_terminal() and mix.ui.wrap(text) or text)
end

--- Prints a text behind a head.
function prose.print_labelled(head, text) print(prose.labelled(head, text)) end

return prose
