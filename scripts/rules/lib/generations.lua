-- Reads the words behind a name that tell apart people of one family: "Jr.", "the Younger", "III".

local text = mix.text

local endings = {}
for number, list in ipairs {
  [[sr; snr; senior; père; vater; pai; the elder; the first; der ältere; d.ä; d. ä; de oude;
    il vecchio; el viejo; le vieux; l'ancien; o velho; den äldre; i; старший; ст; отец]],
  [[jr; jnr; jun; junior; fils; sohn; hijo; filho; figlio; the younger; the second; der jüngere;
    d.j; d. j; de jonge; il giovane; el joven; le jeune; o jovem; den yngre; ii; 2nd; младший; мл;
    сын]],
  "the third; neto; nieto; iii; 3rd", "the fourth; iv; 4th",
} do
  for words in list:gmatch("%s*([^;]+)") do endings[text.fold(words)] = ("%d"):format(number) end
end
-- Those that many lists leave out: the better known of the two bears them.
local left_out = { jr = true, jnr = true, jun = true, junior = true }

local generations = {}

local function plain(words) return (text.fold(words):gsub("%.$", "")) end

--- Whether words behind a comma only name the generation.
function generations.is_ending(words) return endings[plain(words)] ~= nil end

--- Returns a name without its generation, the generation as digits ("1" is the father), and whether
--- lists leave it out; the name itself for one that has none. Kings keep their numbers.
function generations.take(name)
  local before, words = name:match("^(.*%S)%s+(%S+)$")
  local key = words and plain(words)
  if before and not endings[key] then
    before, words = before:match("^(.*%S)%s+(%S+)$"), before:match("(%S+)$") .. " " .. words
    key = before and plain(words)
  end
  local is_king = key and key:find("^[iv]+$") and not before:find("%s")
  local is_letter = key == "i" and words ~= "I" and name:find("%u")
  if not before or not endings[key] or is_king or is_letter then return name end
  return (before:gsub(",$", "")), endings[key], left_out[key]
end

return generations
