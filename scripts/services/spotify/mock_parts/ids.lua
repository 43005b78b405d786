-- Identifiers of 22 letters and digits that say which artist, track, album or playlist they stand
-- for, so that a look-up needs no index.

local catalogue = require("lib.mock.catalogue")

local ids = {}

local kinds = { artist = "3", track = "5", album = "1", playlist = "7" }
local letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
local digits, length = 8, 22

--- Returns the identifier of a number, 0 up to 62^8.
function ids.text(kind, number)
  local spelled = ""
  for _ = 1, digits do
    local digit = number % #letters + 1
    spelled, number = letters:sub(digit, digit) .. spelled, number // #letters
  end
  local text = kinds[kind] .. spelled
  local digest = catalogue.digest(text)
  while #text < length do
    local letter = digest:below(#letters) + 1
    text = text .. letters:sub(letter, letter)
  end
  return text
end

--- Returns the number of an identifier; nil for anything but one of the kind.
function ids.number(kind, text)
  if #text ~= length or text:sub(1, 1) ~= kinds[kind] then return nil end
  local number = 0
  for letter in text:sub(2, digits + 1):gmatch(".") do
    local place = letters:find(letter, 1, true)
    if not place then return nil end
    number = number * #letters + place - 1
  end
  return ids.text(kind, number) == text and number or nil
end

return ids
