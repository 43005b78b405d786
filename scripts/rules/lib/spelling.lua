-- Replaces separators and brackets of any script by plain ones, so that the parsers of titles and
-- credits handle one form only. Case and accents stay, because searches need the original spelling.

local plain_text = require("lib.plain_text")
local simplified = require("rules.lib.simplified")
local single_byte = require("lib.single_byte")
local text = mix.text

local plain = {
  ["（"] = "(", ["）"] = ")", ["【"] = "[", ["】"] = "]", ["〔"] = "[", ["〕"] = "]",
  ["〈"] = "(", ["〉"] = ")", ["《"] = "(", ["》"] = ")",
  ["［"] = "[", ["］"] = "]", ["–"] = "-", ["—"] = "-", ["‐"] = "-", ["−"] = "-",
  ["："] = ": ", ["，"] = ", ", ["、"] = ", ", ["＆"] = "&", ["×"] = "x", ["\u{a0}"] = " ",
  ["　"] = " ",
  -- Shops' marks of explicit and clean songs.
  ["\u{1f174}"] = " [explicit]", ["\u{1f134}"] = " [explicit]",
  ["\u{1f172}"] = " [clean]", ["\u{1f132}"] = " [clean]",
  ["’"] = "'", ["‘"] = "'", ["ʼ"] = "'", ["´"] = "'", ["“"] = '"', ["”"] = '"',
  ["「"] = ' "', ["」"] = '" ', ["『"] = ' "', ["』"] = '" ',
}

-- Full-width digits: "（３）".
for digit = 0, 9 do plain[utf8.char(0xFF10 + digit)] = ("%d"):format(digit) end
-- Signs of Roman numbers: "三体Ⅱ".
for value, number in ipairs({ "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X" }) do
  plain[utf8.char(0x215F + value)] = " " .. number
end

local spelling = {}

--- Trims a text and reduces its spaces to single ones.
function spelling.tidy(s)
  local first, last = s:byte(1), s:byte(-1)
  if first ~= 32 and last ~= 32 and not s:find("  ", 1, true) and not s:find("[^%S ]") then
    return s
  end
  return (s:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

-- Punctuation of UTF-8 that was decoded as Windows-1252 ("Donâ€™t"), and then encoded as MacRoman
-- and decoded as Latin-1 ("DonÛªt"), which also loses letters ("MÌ_n").
local broken = {
  ["â€™"] = "'", ["â€˜"] = "'", ["â€œ"] = '"', ["â€\u{9d}"] = '"', ["â€“"] = "-", ["â€”"] = "-",
  ["Ûª"] = "'", ["Û÷"] = "'", ["ÛÏ"] = '"', ["Û\u{9d}"] = '"', ["ÛÒ"] = "-", ["ÛÓ"] = "-",
}

-- Repairs UTF-8 that was decoded as Latin-1 and encoded again: "CortÃ©s" becomes "Cortés", also
-- where a part of the text is right. An asterisk stands for a letter that is lost.
local function mended(s)
  s = single_byte.mended(s)
  if s:find("Û", 1, true) or s:find("Ì_", 1, true) or s:find("â€", 1, true) then
    s = s:gsub("â€[\xc2-\xf4][\x80-\xbf]*", broken)
    s = s:gsub("Û[\xc2-\xf4][\x80-\xbf]*", broken):gsub("Ì_", "*")
  end
  if not s:find("\xc3[\x82\x83]\xc2") then return s end
  return (s:gsub("\xc3\x83\xc2([\x80-\xbf])", "\xc3%1"):gsub("\xc3\x82\xc2([\x80-\xbf])", "\xc2%1"))
end

local short_forms = { s = true, m = true, re = true, ll = true, ve = true, d = true }

-- Joins a text that was split with spaces around each sign: "( feat . A )", "I 'm", "do n't".
local function joined(s)
  s = s:gsub("([%(%[]) ", "%1"):gsub(" ([%)%]])", "%1"):gsub(" ([%.,;:!%?])%f[%s%z]", "%1")
  s = s:gsub(" ([nN]'[tT])%f[%W]", "%1")
  return (s:gsub(" ('(%a+))", function(form, letters)
    return short_forms[letters:lower()] and form or nil
  end))
end

-- Longest name in bytes; patterns with several searches take quadratic time.
local longest = 1000

--- Returns the text, cut between characters when it is too long for a name.
function spelling.cut(s)
  if #s <= longest then return s end
  local stop = longest
  while stop > 0 and s:byte(stop + 1) >= 0x80 and s:byte(stop + 1) < 0xc0 do stop = stop - 1 end
  return s:sub(1, stop)
end

--- Returns the text with plain separators, after `cut`.
function spelling.plain(s)
  s = spelling.cut(s)
  -- Letters, some with accents, but none of those that `broken` and broken letters begin with,
  -- and no "×".
  if not s:find("[^%w \x80-\xbf\xc3-\xc9]") and not s:find("\xc3[\x82\x83\x97\x9b]") then
    return spelling.tidy(s)
  end
  -- Exports of web pages keep their entities, some twice: "Don&#39;t", "Don&amp;#39;t".
  if s:find("&", 1, true) and s:find("&#?%w+;") then
    s = plain_text.unescaped(plain_text.unescaped(s))
  end
  -- Catalogues of articles and books keep the marks of a web page: "The <i>Iliad</i> of Homer".
  if s:find("<", 1, true) and s:find("</?%a") then s = plain_text.title(s) end
  if s:find("[\x80-\xff]") then
    s = mended(s)
    -- "n° 5", as French and Italian write it.
    s = s:gsub("%f[%w]([nN])\xc2[\xb0\xba]%s*%f[%d]", "%1o. ")
    if s:find("[\xc2\xca\xe2-\xf4\x97]") then s = s:gsub("[\xc2-\xf4][\x80-\xbf]*", plain) end
    -- "三体2" is "三体 2".
    if s:find("[\xe3-\xed]..[%dIVX]") then
      s = s:gsub("([\xe3-\xed]..)([%dIVX]+)%f[%s:%z]", "%1 %2")
    end
  end
  -- Programs part several values of a tag so.
  if s:find("\\\\", 1, true) then s = s:gsub("%s*\\\\+%s*", "; ") end
  if s:find("%p") and (s:find(" [%.,;:!%?%)%]']") or s:find("[%(%[] ") or s:find(" [nN]'")) then
    s = joined(s)
  end
  return spelling.tidy(s)
end

-- Signs that replace letters within a name: "A$AP", "P!nk", "Ke$ha".
local signs = { ["$"] = "s", ["!"] = "i", ["@"] = "a", ["€"] = "e", ["ø"] = "o", ["Ø"] = "O" }

--- Returns a name with signs within words replaced by the letters they stand for.
function spelling.destyled(s)
  if s:find("[%$!@]") then
    s = s:gsub("(%a)([%$!@])%f[%a]", function(before, sign) return before .. signs[sign] end)
    s = s:gsub("%f[%S]([%$@])%f[%a]", signs):gsub("(%a)%$%f[%A]", "%1s")
  end
  if not s:find("\xc3[\x98\xb8]") then return s end
  return (s:gsub("[Â-ô][-¿]+", signs))
end

--- The form in which words are compared. Apostrophes disappear ("Don't" is "Dont"), and a text of
--- symbols only stays. `folded`: the same text folded, where that is known.
function spelling.key(s, folded)
  if not s:find("[^%w ]") then return spelling.tidy(s):lower() end
  folded = simplified(folded or text.fold(s))
  if folded:find("'", 1, true) then folded = folded:gsub("'", "") end
  if folded:find(",", 1, true) then folded = folded:gsub("(%d),(%d%d%d)", "%1%2") end
  if not folded:find("[^%w ]") then return spelling.tidy(folded) end
  if folded:find("%a %+ %a") then folded = folded:gsub("(%a) %+ %f[%a]", "%1 and ") end
  local key = text.normalize(folded)
  if key == "" then return spelling.tidy(folded) end
  return key
end

--- Returns what follows whole words at the beginning of a key; nil where it begins otherwise.
function spelling.behind(words, key)
  return key:sub(1, #words + 1) == words .. " " and key:sub(#words + 2) or nil
end

--- Returns the first letters of words, but for those of a set.
function spelling.initials(words, without)
  local letters = {}
  for _, word in ipairs(words) do
    if not without[word] then letters[#letters + 1] = word:sub(1, 1) end
  end
  return table.concat(letters)
end

--- Returns the letters of a name in the form that people confuse: each double letter once, "i" for
--- "y", "f" for "ph"; nil for a short one, which may be another's.
function spelling.confused(letters)
  if #letters < 6 then return nil end
  return (letters:gsub("ph", "f"):gsub("y", "i"):gsub("(%a)%1", "%1"))
end

return spelling
