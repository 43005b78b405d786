-- Ratings as programs and people write them, in stars of five.

local trimmed = require("lib.trimmed")

local ratings = {}

-- Words behind a number of stars, by their beginnings.
local star_words = { "star", "stern", "étoile", "etoile", "estrella", "estrela", "stell", "ster",
  "stjern", "gwiazd", "звезд", "звёзд" }

-- The largest numbers of the scales in use.
local scales = { [5] = true, [6] = true, [10] = true, [20] = true, [100] = true }

local function of_scale(number, most)
  number, most = tonumber(number), tonumber(most)
  return number and scales[most] and number <= most and number / most * 5 or nil
end

-- "★★★★☆", "⭐⭐⭐½", "***"; nil for other texts.
local function of_signs(text)
  local rest = text:gsub("\u{FE0F}", ""):gsub("\u{2606}", "")
  local stars, count = rest:gsub("\u{2605}", ""):gsub("\u{2B50}", ""), 0
  for _, sign in ipairs({ "\u{2605}", "\u{2B50}" }) do
    count = count + select(2, rest:gsub(sign, ""))
  end
  if count == 0 then stars, count = rest:gsub("%*", "") end
  local half = stars:find("^%s*\u{BD}%s*$") and 0.5 or stars:find("^%s*$") and 0
  return half and count > 0 and count + half or nil
end

--- Returns the stars that a number or a text says: 4.5, "4,5", "9/10", "4 out of 5", "85 %", "3½",
--- "4 stars", "★★★★☆"; nil for other texts.
function ratings.stars(value)
  if type(value) ~= "string" then return tonumber(value) end
  local text = trimmed(mix.text.casefold(value)):gsub("(%d),(%d)", "%1.%2")
    :gsub("(%d)%s*\u{BD}", "%1.5"):gsub("(%d)%s+1/2", "%1.5")
  local number, rest = text:match("^(%d+%.?%d*)%s*(.*)$")
  if not number then return of_signs(text) end
  if rest == "" then return tonumber(number) end
  if rest == "%" then return of_scale(number, 100) end
  for _, word in ipairs(star_words) do
    if rest:find("^" .. word) and not rest:find("%d") then return tonumber(number) end
  end
  return of_scale(number, rest:match("^/%s*(%d+)$") or rest:match("^[%a\x80-\xff%s]+%s(%d+)%D*$"))
end

return ratings
