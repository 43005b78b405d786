-- Words of a field, and blocking keys made of them. Only the beginning of a long text counts, so
-- that a title of a megabyte has no more keys than others.

local text = mix.text

local block_words = {}

local longest_text, most_words = 400, 12
local articles = { the = true, a = true, an = true }

-- Joins the texts of a list of names.
local function flat(value)
  if type(value) == "table" then
    local parts = {}
    for index = 1, math.min(#value, 8) do parts[index] = tostring(value[index]) end
    return table.concat(parts, " ")
  end
  return value ~= nil and tostring(value) or ""
end

-- The beginning of a text, cut between characters.
local function head(s)
  if #s <= longest_text then return s end
  local stop = longest_text
  while stop > 0 and s:byte(stop + 1) and s:byte(stop + 1) & 0xC0 == 0x80 do stop = stop - 1 end
  return s:sub(1, stop)
end

--- A title without brackets and the part after " - ", unless nothing else is left.
function block_words.main(value)
  local s = head(flat(value))
  local cut = s:gsub("%b()", " "):gsub("%b[]", " "):gsub(" %- .*$", "")
  cut = cut:gsub("%f[%w][Ff]e?a?t%.? .*$", "")
  return cut:find("%S") and cut or s
end

--- The words of a field, folded; at most twelve.
function block_words.of(value)
  local s = head(flat(value))
  if s == "" then return {} end
  local found = {}
  for word in text.normalize(s):gmatch("%S+") do
    if #found < most_words and not articles[word] then found[#found + 1] = word end
  end
  return found
end

local Keys = {}
Keys.__index = Keys

--- Makes an empty collection of keys, whose `list` has the keys.
function block_words.new()
  return setmetatable({ list = {} }, Keys)
end

function Keys:add(key) self.list[#self.list + 1] = key end

--- Adds all words joined, so that "Hot Dog" meets "Hotdog".
function Keys:whole(kind, words)
  if #words > 0 then self:add(kind .. "=" .. table.concat(words)) end
end

--- Adds each of the first `most` words of three letters or more.
function Keys:each(kind, words, most)
  for index = 1, math.min(#words, most) do
    if #words[index] > 2 then self:add(kind .. ":" .. words[index]) end
  end
end

--- Adds each of the first words together with the next word.
function Keys:pairs(kind, words, most)
  for index = 1, math.min(#words - 1, most) do
    self:add(kind .. "+" .. words[index] .. " " .. words[index + 1])
  end
end

--- Adds the beginnings of two words, unless one is missing.
function Keys:joined(kind, first, second, letters)
  if first and second then
    self:add(kind .. ":" .. first:sub(1, letters) .. " " .. second:sub(1, letters))
  end
end

return block_words
