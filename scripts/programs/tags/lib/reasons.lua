-- In words, why the plan changes a value.

local knowing = require("programs.tags.lib.knowing")
local misprints = require("rules.lib.misprints")
local reading = require("programs.tags.lib.reading")
local single_byte = require("lib.single_byte")

local reasons = {}

local function of_text(raw, old, new)
  if single_byte.mended(raw) ~= raw then return "was read in another encoding" end
  if mix.text.casefold(old) == mix.text.casefold(new) then return "other capitals" end
  if knowing.are_same_letters(old, new) then return "other signs, accents or gaps" end
  if misprints.share(old, new) then return "a misprint" end
  return knowing.has_words(new, old) and "a slip of the pen" or "says more"
end

--- Returns why a value of a file is changed. `old`: the file's texts; `meant`: those that are meant
--- to stand there, which differ where two fields are exchanged.
function reasons.of(field, old, meant, new)
  if #old == 0 then return "was missing" end
  if not meant or meant[1] ~= old[1] then return meant and "is exchanged" or "a placeholder" end
  local said = reading.said(field, meant)
  if not said then return "a placeholder" end
  if field == "date" then return said == new:sub(1, #said) and "more exactly" or "no date" end
  if field:find("number$") then return "with the total" end
  return of_text(table.concat(meant, ", "), said, new)
end

return reasons
