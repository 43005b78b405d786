-- Texts of other scripts that old programs wrote in the encoding of their system, and that are read
-- as ISO-8859-1, as ID3 has it: "Êèíî" for "Кино", "ÁõµÂ»ª" for "刘德华".

local multi_byte = require("lib.multi_byte")
local single_byte = require("lib.single_byte")

local legacy_texts = {}

-- The fields that are read together, because a name alone tells too little.
local fields = { "TITLE", "ARTIST", "ALBUM", "ALBUMARTIST" }
-- No language of Western Europe writes as many accented letters in a row.
local least_run = 4
-- The share of words that a language has to explain.
local least_share = 0.7
local of_other_scripts = { ["windows-1251"] = true, ["windows-1253"] = true,
  ["windows-1255"] = true, ["windows-1256"] = true, ["koi8-r"] = true, ["ibm866"] = true }

local high = "[\xC2\xC3][\x80-\xBF]"
local run = high:rep(least_run)

--- Whether a text is what another one was read as.
function legacy_texts.was_read(text, meant)
  return text:find(high) ~= nil and not text:gsub(high, ""):find("[\x80-\xFF]")
    and meant:gsub(high, ""):find("[\x80-\xFF]") ~= nil
end

local function bytes_of(text)
  return (text:gsub(high, function(sign) return string.char(utf8.codepoint(sign)) end))
end

-- The encoding of some texts; nil where nothing explains them.
local function encoding_of(texts)
  local bytes = {}
  for place, text in ipairs(texts) do bytes[place] = bytes_of(text) end
  local name = multi_byte.guess(bytes)
  if name then return name end
  local share
  name, share = single_byte.guess(texts)
  return of_other_scripts[name] and share >= least_share and name or nil
end

local function decoded(text, name)
  if not text:find(high) or text:gsub(high, ""):find("[\x80-\xFF]") then return text end
  if single_byte.name(name) then return single_byte.reread(text, name) end
  return multi_byte.decode(bytes_of(text), name)
end

--- Returns tags with such texts as they are meant; the tags themselves where there are none.
function legacy_texts.read(tags)
  local texts, is_legacy = {}, false
  for _, field in ipairs(fields) do
    for _, text in ipairs(tags[field] or {}) do
      if text:find(high) and not text:gsub(high, ""):find("[\x80-\xFF]") then
        texts[#texts + 1], is_legacy = text, is_legacy or text:find(run) ~= nil
      end
    end
  end
  local name = is_legacy and encoding_of(texts)
  if not name then return tags end
  local copy = {}
  for field, values in pairs(tags) do
    copy[field] = {}
    for place, text in ipairs(values) do copy[field][place] = decoded(text, name) end
  end
  return copy
end

return legacy_texts
