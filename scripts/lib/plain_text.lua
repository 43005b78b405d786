-- Plain text of descriptions that services send as HTML or Markdown. The time grows with their
-- length alone: a mark that nothing closes must not be looked for again and again.

local trimmed = require("lib.trimmed")

local plain_text = {}

-- The names of U+00A0 to U+00FF, in order.
local latin = [[
nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg
plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest
Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute
Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc
Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute
ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide
oslash ugrave uacute ucirc uuml yacute thorn yuml
]]

-- Names of signs and of Greek letters, with their codes.
local signs = [[
fnof=192 circ=2C6 tilde=2DC Alpha=391 Beta=392 Gamma=393 Delta=394 Epsilon=395 Zeta=396 Eta=397
Theta=398 Iota=399 Kappa=39A Lambda=39B Mu=39C Nu=39D Xi=39E Omicron=39F Pi=3A0 Rho=3A1
Sigma=3A3 Tau=3A4 Upsilon=3A5 Phi=3A6 Chi=3A7 Psi=3A8 Omega=3A9 alpha=3B1 beta=3B2 gamma=3B3
delta=3B4 epsilon=3B5 zeta=3B6 eta=3B7 theta=3B8 iota=3B9 kappa=3BA lambda=3BB mu=3BC nu=3BD
xi=3BE omicron=3BF pi=3C0 rho=3C1 sigmaf=3C2 sigma=3C3 tau=3C4 upsilon=3C5 phi=3C6 chi=3C7
psi=3C8 omega=3C9 thetasym=3D1 upsih=3D2 piv=3D6 lrm=200E rlm=200F Dagger=2021 permil=2030
oline=203E frasl=2044 image=2111 weierp=2118 real=211C alefsym=2135 larr=2190 uarr=2191
rarr=2192 darr=2193 harr=2194 crarr=21B5 lArr=21D0 uArr=21D1 rArr=21D2 dArr=21D3 hArr=21D4
forall=2200 part=2202 exist=2203 empty=2205 nabla=2207 isin=2208 notin=2209 ni=220B prod=220F
sum=2211 lowast=2217 radic=221A prop=221D infin=221E ang=2220 and=2227 or=2228 cap=2229 cup=222A
int=222B there4=2234 sim=223C cong=2245 asymp=2248 ne=2260 equiv=2261 le=2264 ge=2265 sub=2282
sup=2283 nsub=2284 sube=2286 supe=2287 oplus=2295 otimes=2297 perp=22A5 sdot=22C5 lceil=2308
rceil=2309 lfloor=230A rfloor=230B lang=2329 rang=232A loz=25CA spades=2660 clubs=2663
hearts=2665 diams=2666
]]

local entities = {
  amp = "&", lt = "<", gt = ">", quot = "\"", apos = "'", hellip = "…", ndash = "–", mdash = "—",
  lsquo = "‘", rsquo = "’", sbquo = "‚", ldquo = "“", rdquo = "”", bdquo = "„", lsaquo = "‹",
  rsaquo = "›", bull = "•", dagger = "†", prime = "′", Prime = "″", trade = "™", euro = "€",
  ensp = " ", emsp = " ", thinsp = " ", zwnj = "", zwj = "", OElig = "Œ", oelig = "œ",
  Scaron = "Š", scaron = "š", Yuml = "Ÿ", minus = "−",
}
do
  local code = 0xA0
  for name in latin:gmatch("%w+") do
    entities[name] = utf8.char(code)
    code = code + 1
  end
end
for name, digits in signs:gmatch("(%w+)=(%x+)") do
  entities[name] = utf8.char(tonumber(digits, 16))
end
entities.nbsp, entities.shy = " ", ""

-- The browsers' reading of the numbers from 128 on, which are signs of Windows-1252.
local windows = {}
do
  local code = 128
  for sign in ("€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ"):gmatch(utf8.charpattern) do
    windows[code] = sign ~= " " and sign or nil
    code = code + 1
  end
end

local function numbered(code)
  if not code or code < 32 or code > 0x10FFFF or code >= 0xD800 and code <= 0xDFFF then
    return code == 10 and "\n" or " "
  end
  return code == 0xA0 and " " or windows[code] or utf8.char(code)
end

-- Characters that old programs write as two numbers, the halves of UTF-16.
local function joined_halves(text)
  return (text:gsub("&#[xX]?(%x+);&#[xX]?(%x+);", function(high, low)
    local base = #high == 4 and 16 or 10
    local first, second = tonumber(high, base), tonumber(low, base)
    if not first or first < 0xD800 or first > 0xDBFF then return nil end
    if not second or second < 0xDC00 or second > 0xDFFF then return nil end
    return utf8.char(0x10000 + (first - 0xD800) * 0x400 + second - 0xDC00)
  end))
end

--- Returns a text with its character references replaced; unknown ones stay. The marks that library
--- catalogues put around words which sorting passes over are none: &#152;Der&#156; Hafen.
function plain_text.unescaped(text)
  if text:find("&#152;", 1, true) then text = text:gsub("&#152;([^&]*)&#156;", "%1") end
  if text:find("&#[xX]?[5dD]%x+;&#") then text = joined_halves(text) end
  text = text:gsub("&#[xX](%x+);", function(digits)
    return #digits <= 6 and numbered(tonumber(digits, 16)) or nil
  end)
  text = text:gsub("&#(%d+);", function(digits)
    return #digits <= 7 and numbered(math.tointeger(tonumber(digits))) or nil
  end)
  return (text:gsub("&(%a%w*);", entities))
end

-- The elements of HTML that stand in titles. Other signs < and > are the title's own.
local inline = {}
for name in ([[a abbr acronym b bdi bdo big br cite code del dfn div em font h1 h2 h3 h4 i img ins
  kbd mark p q s samp scp small span strike strong sub sup title tt u var wbr]]):gmatch("%w+") do
  inline[name] = true
end

--- Returns a title without the marks of HTML that stand in titles.
function plain_text.unmarked(text)
  text = plain_text.without_comments(text)
  return (text:gsub("</?(%a%w*)%f[%W]([^<>]*)>", function(name, rest)
    if not inline[name:lower()] then return nil end
    return (rest:find("^[%s/]*$") or rest:find("=", 1, true)) and (
      name:lower() == "br" and " " or "") or nil
  end))
end

--- Returns a title without those marks, and without those of library catalogues: <<Der>> Hafen;
--- one that is nothing else stays as it is.
function plain_text.title(text)
  local bare = plain_text.unmarked((text:gsub("<<([^<>]*)>>", "%1")))
  return bare:find("%S") and bare or text
end

-- The text that stands for an element: a break, a paragraph, or an entry of a list.
local breaks = { br = "\n", li = "\n• ", tr = "\n", dt = "\n", dd = "\n", hr = "\n\n" }
for name in ("p div h1 h2 h3 h4 h5 h6 ul ol dl table blockquote section article"):gmatch("%w+") do
  breaks[name] = "\n\n"
end

local function tidy(text)
  text = text:gsub("[ \t]+", " "):gsub(" ?\n ?", "\n"):gsub("\n\n\n+", "\n\n")
  return trimmed(text)
end

--- Returns a text of HTML without its comments.
function plain_text.without_comments(text)
  local kept, from = {}, 1
  while true do
    local start, inner = text:find("<!--", from, true)
    local _, stop = text:find("-->", (inner or #text) + 1, true)
    if not stop then break end
    kept[#kept + 1] = text:sub(from, start - 1)
    from = stop + 1
  end
  return from == 1 and text or table.concat(kept) .. text:sub(from)
end

-- A text without its scripts and styles. `open`: the names that nothing closes from here on.
local function without_code(text)
  local kept, from, place, open = {}, 1, 1, {}
  while true do
    local start, inner, name = text:find("<([sS]%a+)%f[%A][^<>]*>", place)
    if not start then break end
    local low, stop = name:lower(), nil
    if (low == "script" or low == "style") and not open[name] then
      stop = select(2, text:find("</" .. name .. "%s*>", inner + 1))
      open[name] = not stop
    end
    if stop then
      kept[#kept + 1] = text:sub(from, start - 1)
      from = stop + 1
    end
    place = (stop or inner) + 1
  end
  return from == 1 and text or table.concat(kept) .. text:sub(from)
end

local function without_tags(text)
  text = without_code(plain_text.without_comments(text))
  text = text:gsub("<(/?)(%a%w*)%f[%W][^<>]*>", function(slash, name)
    local found = breaks[name:lower()]
    -- An entry or row begins a line; only a paragraph ends one.
    return found and (slash == "" or found == "\n\n") and found or ""
  end)
  return plain_text.unescaped(text)
end

--- Returns the text of HTML. Text without markup keeps its lines.
function plain_text.html(text)
  text = text:gsub("\r\n?", "\n")
  for name in text:gmatch("<(%a%w*)%f[%W][^<>]*>") do
    if breaks[name:lower()] then
      text = text:gsub("%s+", " ")
      break
    end
  end
  return tidy(without_tags(text))
end

-- The marks of one line that begin it.
local function without_line_marks(line)
  if line:find("^%s*[-*_][-*_ ]*[-*_]%s*$") and #line:gsub("%s", "") >= 3 then return "" end
  if line:find("^%s*%[[^%]]+%]:%s*%S") then return "" end
  return (line:gsub("^%s*>+%s?", ""):gsub("^#+%s+", ""):gsub("^(%s*)[*+]%s+", "%1• "))
end

--- Returns the text of Markdown, as Open Library's descriptions are written.
function plain_text.markdown(text)
  local lines = {}
  for line in (text:gsub("\r\n?", "\n"):gsub("[\1\2]", "") .. "\n"):gmatch("(.-)\n") do
    lines[#lines + 1] = without_line_marks(line)
  end
  text = table.concat(lines, "\n")
  -- Links and pictures are their texts; escaped signs are set aside meanwhile.
  text = text:gsub("\\([%p])", function(sign) return ("\1%d\2"):format(sign:byte()) end)
    :gsub("!?%[([^%[%]\n]*)%]%([^()\n]*%)", "%1")
    :gsub("!?%[([^%[%]\n]*)%]%([^()\n]*%([^()\n]*%)[^()\n]*%)", "%1")
    :gsub("!?%[([^%[%]\n]+)%] ?%[[^%[%]\n]*%]", "%1")
    :gsub("<(https?://[^%s<>]+)>", "%1")
    :gsub("%*%*%*(%S[^\n]-)%*%*%*", "%1"):gsub("%*%*(%S[^\n]-)%*%*", "%1")
    :gsub("%*(%S[^*\n]-)%*", "%1"):gsub("%*([^%s*])%*", "%1")
    :gsub("%f[%w_]__([^%s_][^_\n]*)__%f[^%w_]", "%1"):gsub("%f[%w_]_([^_\n]+)_%f[^%w_]", "%1")
    :gsub("`([^`\n]+)`", "%1")
    :gsub("\1(%d+)\2", function(code) return string.char(tonumber(code)) end)
  return tidy(without_tags(text))
end

return plain_text
