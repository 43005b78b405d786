-- Encodings of several bytes a character, which programs of East Asia write, and a guess at which
-- of them a text has.

local multi_byte = {}

-- How a text looks in each encoding. `common` says whether a pair of bytes is a character of
-- everyday texts: the syllables, and the first level of each standard's ideographs. `kana`: a text
-- has some.
local forms = {
  { "euc-kr", common = function(lead, trail)
    return lead >= 0xB0 and lead <= 0xC8 and trail >= 0xA1
  end },
  { "gb18030", common = function(lead, trail)
    return lead >= 0xB0 and lead <= 0xD7 and trail >= 0xA1
  end },
  { "big5", common = function(lead) return lead >= 0xA4 and lead <= 0xC6 end },
  { "euc-jp",
    common = function(lead, trail)
      return (lead == 0xA4 or lead == 0xA5 or lead >= 0xB0 and lead <= 0xCF) and trail >= 0xA1
    end,
    kana = function(lead) return lead == 0xA4 or lead == 0xA5 end },
  { "shift_jis",
    common = function(lead)
      return lead == 0x82 or lead == 0x83 or lead >= 0x88 and lead <= 0x97
    end,
    kana = function(lead) return lead == 0x82 or lead == 0x83 end },
}

-- Shares of a text's characters from which on it is taken to be in an encoding.
local least_common, least_kana = 0.8, 0.1
-- Fewer characters tell too little.
local least = 4

local names = {}
for place, form in ipairs(forms) do names[place] = form[1] end
table.sort(names)
--- The names, sorted.
multi_byte.names = names

local others = {
  sjis = "shift_jis", mskanji = "shift_jis", windows31j = "shift_jis", cp932 = "shift_jis",
  gbk = "gb18030", gb2312 = "gb18030", cp936 = "gb18030", euccn = "gb18030",
  cp950 = "big5", big5hkscs = "big5", uhc = "euc-kr", cp949 = "euc-kr", ksc56011987 = "euc-kr",
}

--- Returns the name of an encoding as it is here, of "SJIS" or "gb2312" as well; nil for one that
--- is not known.
function multi_byte.name(text)
  local plain = text:lower():gsub("[^%w]", ""):gsub("^windows(9%d%d)", "cp%1")
  for _, name in ipairs(names) do
    if name:gsub("[^%w]", "") == plain then return name end
  end
  return others[plain]
end

--- Returns the text of bytes in an encoding; other bytes become U+FFFD.
function multi_byte.decode(bytes, name)
  local parts = {}
  while true do
    local text, err = mix.text.decode(bytes, name)
    if text then return table.concat(parts) .. text end
    parts[#parts + 1] = mix.text.decode(bytes:sub(1, err.offset), name) or ""
    parts[#parts + 1] = "\u{FFFD}"
    bytes = bytes:sub(err.offset + 2)
  end
end

local function is_letter(byte) return byte and string.char(byte):find("%a") ~= nil end

-- Counts the characters of several bytes in a text: all, the common ones, the kana, and those that
-- stand at a Latin letter, as single accented letters of other encodings do.
local function count(bytes, form, sums)
  local place, before = 1, nil
  while place <= #bytes do
    local lead, trail, after = bytes:byte(place, place + 2)
    local is_pair = lead >= 0x80 and trail and not (form[1] == "shift_jis" and lead >= 0xA1
      and lead <= 0xDF)
    if is_pair then
      sums.all = sums.all + 1
      if form.common(lead, trail) then sums.common = sums.common + 1 end
      if form.kana and form.kana(lead) then sums.kana = sums.kana + 1 end
      if is_letter(before) or is_letter(after) then sums.touching = sums.touching + 1 end
    end
    before = lead
    place = place + (is_pair and 2 or 1)
  end
end

--- Returns the encoding in which texts, given as bytes, are words of its languages; nil where none
--- explains them all.
function multi_byte.guess(texts)
  local best, most = nil, least_common
  for _, form in ipairs(forms) do
    local sums, fits = { all = 0, common = 0, kana = 0, touching = 0 }, true
    for _, text in ipairs(texts) do
      fits = mix.text.decode(text, form[1]) ~= nil
      if not fits then break end
      count(text, form, sums)
    end
    local share = (sums.common - 2 * sums.touching) / math.max(sums.all, least)
    local has_kana = not form.kana or sums.kana >= sums.all * least_kana
    if fits and sums.all >= least and has_kana and share > most then best, most = form[1], share end
  end
  return best
end

return multi_byte
