-- Identifiers of Google's volumes that say which listing they stand for: six letters of a number,
-- then what many of the real ones end in.

local ids = {}

-- The factor is odd, so that it has an inverse modulo 2^36, and near numbers look far apart.
local letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
local ending = "EACAAJ"
local factor, mask = 0x5DEECE66D, (1 << 36) - 1

-- By Newton's iteration, which doubles the right bits at each step.
local inverse = factor
for _ = 1, 6 do inverse = inverse * (2 - factor * inverse) end
inverse = inverse & mask

--- Returns the identifier of a listing's number.
function ids.of(number)
  local mixed, text = number * factor & mask, {}
  for place = 0, 5 do
    local letter = (mixed >> 6 * place & 63) + 1
    text[#text + 1] = letters:sub(letter, letter)
  end
  return table.concat(text) .. ending
end

--- Returns the number of a listing; nil for anything that is not an identifier of the mock.
function ids.number(id)
  local text = #id == 12 and id:match("^(......)" .. ending .. "$")
  if not text then return nil end
  local mixed = 0
  for place = 1, 6 do
    local letter = letters:find(text:sub(place, place), 1, true)
    if not letter then return nil end
    mixed = mixed | (letter - 1) << 6 * (place - 1)
  end
  return mixed * inverse & mask
end

return ids
