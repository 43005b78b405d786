-- Brings separators and brackets of any script to their plain forms, byte positions aside, so that
-- the parsers of titles and credits need to know one form only. Case and accents stay: a search
-- wants the original spelling.

local plain = {
  ["（"] = "(", ["）"] = ")", ["【"] = "[", ["】"] = "]", ["〔"] = "[", ["〕"] = "]",
  ["［"] = "[", ["］"] = "]", ["–"] = "-", ["—"] = "-", ["‐"] = "-", ["−"] = "-",
  ["，"] = ", ", ["、"] = ", ", ["＆"] = "&", ["×"] = "x", ["\u{a0}"] = " ", ["　"] = " ",
  ["’"] = "'", ["‘"] = "'", ["ʼ"] = "'", ["´"] = "'", ["“"] = '"', ["”"] = '"',
}

local spelling = {}

--- Trimmed, with single spaces.
function spelling.tidy(s)
  return (s:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

--- The text with plain separators.
function spelling.plain(s)
  return spelling.tidy((s:gsub(utf8.charpattern, plain)))
end

--- The form in which words are compared. `text` is the module of that name. Apostrophes go without
-- a gap ("Don't" is "Dont"), and a text of nothing but symbols stands for itself.
function spelling.key(text, s)
  local folded = text.fold(s):gsub("'", ""):gsub("(%d),(%d%d%d)", "%1%2")
  local key = text.normalize(folded)
  if key == "" then return spelling.tidy(folded) end
  return key
end

return spelling
