-- Text out of LaTeX, as BibTeX's values are written: "{\"O}de \& {\'e}t{\'e}" is "Öde & été".

local latex_text = {}

-- The marks above and below letters, and the letters that have them in Unicode: "aä" is a with it.
local marks = {
  ['"'] = { "\u{308}", "aä eë iï oö uü yÿ AÄ EË IÏ OÖ UÜ YŸ" },
  ["'"] = { "\u{301}", "aá eé ií oó uú yý cć nń sś zź rŕ lĺ AÁ EÉ IÍ OÓ UÚ YÝ CĆ NŃ SŚ ZŹ" },
  ["`"] = { "\u{300}", "aà eè iì oò uù AÀ EÈ IÌ OÒ UÙ" },
  ["^"] = { "\u{302}", "aâ eê iî oô uû cĉ gĝ hĥ jĵ sŝ wŵ yŷ AÂ EÊ IÎ OÔ UÛ CĈ GĜ SŜ" },
  ["~"] = { "\u{303}", "aã nñ oõ iĩ uũ AÃ NÑ OÕ" },
  ["="] = { "\u{304}", "aā eē iī oō uū AĀ EĒ IĪ OŌ UŪ" },
  ["."] = { "\u{307}", "zż eė cċ gġ ZŻ EĖ IİCĊ GĠ" }, u = { "\u{306}", "aă gğ uŭ AĂ GĞ UŬ" },
  v = { "\u{30c}", "cč dď eě nň rř sš tť zž CČ DĎ EĚ NŇ RŘ SŠ TŤ ZŽ" },
  H = { "\u{30b}", "oő uű OŐ UŰ" }, c = { "\u{327}", "cç sş tţ gģ kķ lļ nņ CÇ SŞ TŢ" },
  k = { "\u{328}", "aą eę iį uų AĄ EĘ IĮ UŲ" }, r = { "\u{30a}", "aå uů AÅ UŮ" },
  d = { "\u{323}", "" }, b = { "\u{331}", "" },
}
for _, mark in pairs(marks) do
  for letter, whole in mark[2]:gmatch("(%a)([\xc3-\xf4][\x80-\xbf]+)") do mark[letter] = whole end
end

local symbols = {
  ss = "ß", ae = "æ", AE = "Æ", oe = "œ", OE = "Œ", o = "ø", O = "Ø", l = "ł", L = "Ł", aa = "å",
  AA = "Å", i = "i", j = "j", dh = "ð", DH = "Ð", th = "þ", TH = "Þ", dj = "đ", DJ = "Đ",
  textendash = "–", textemdash = "—", ldots = "…", dots = "…", textellipsis = "…",
  textquoteright = "’", textquoteleft = "‘", textquotedblleft = "“", textquotedblright = "”",
  guillemotleft = "«", guillemotright = "»", textregistered = "®", texttrademark = "™",
  copyright = "©", pounds = "£", euro = "€", S = "§", slash = "/", textbackslash = "\4",
}

local function marked(mark, letter) return marks[mark][letter] or letter .. marks[mark][1] end

-- Signs that are themselves behind a backslash, set aside until braces are gone.
local aside = { ["{"] = "\1", ["}"] = "\2", ["$"] = "\3" }
local back = { ["\1"] = "{", ["\2"] = "}", ["\3"] = "$", ["\4"] = "\\" }

--- Returns a value as text.
function latex_text.plain(text)
  if text:find("[\\{}$~`'%-]") then
    text = text:gsub("[\1-\4]", ""):gsub("\\([{}$])", aside):gsub("\\([&%%#_ ])", "%1")
      :gsub("\\([\"'`^~=.])%s*{%s*\\?(%a)%s*}", marked):gsub("\\([\"'`^~=.])%s*\\?(%a)", marked)
      :gsub("\\([cvHukrdb])%s*{%s*\\?(%a)%s*}", marked):gsub("\\([cvHukrdb])%s+(%a)", marked)
      :gsub("\\(%a+)%*?%s*", function(name) return symbols[name] or "" end)
      :gsub("%-%-%-", "—"):gsub("%-%-", "–"):gsub("``", "“"):gsub("''", "”"):gsub("~", " ")
      :gsub("[{}$]", ""):gsub("[\1-\4]", back)
  end
  text = text:gsub("%s+", " ")
  return text:match("^ ?(.-) ?$")
end

return latex_text
