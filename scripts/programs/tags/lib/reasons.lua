-- In words, why the plan changes a value.

local dates = require("programs.tags.lib.dates")
local knowing = require("programs.tags.lib.knowing")
local legacy_texts = require("programs.tags.lib.legacy_texts")
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
  if not meant then return "a placeholder" end
  if meant[1] ~= old[1] then
    return legacy_texts.was_read(old[1], meant[1]) and "was read in another encoding"
      or "is exchanged"
  end
  local said = reading.said(field, meant)
  if not said then return "a placeholder" end
  if field:find("date$") then return dates.year(said) and "more exactly" or "no date" end
  if field:find("number$") then return "with the total" end
  return of_text(table.concat(meant, ", "), said, new)
end

return reasons
