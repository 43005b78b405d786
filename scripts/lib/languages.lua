-- Converts codes and names of languages in catalogues and exports to ISO 639-1.

local languages = {}

-- For each language the code of ISO 639-2/T; then that of ISO 639-2/B where it differs, and names
-- in English, in the language itself, in German, French and Spanish, without accents.
local spellings = {
  ar = "ara arabic arabisch arabe", cs = "ces cze czech cestina tschechisch tcheque checo",
  da = "dan danish dansk danisch danois danes",
  de = "deu ger german deutsch allemand aleman",
  el = "ell gre greek griechisch grec griego", en = "eng english englisch anglais ingles",
  es = "spa spanish espanol castellano spanisch espagnol",
  fi = "fin finnish suomi finnisch finnois finlandes finnois",
  fr = "fra fre french francais franzosisch frances", he = "heb hebrew hebraisch hebreu hebreo",
  hu = "hun hungarian magyar ungarisch hongrois hungaro",
  it = "ita italian italiano italienisch italien", ja = "jpn japanese japanisch japonais japones",
  ko = "kor korean koreanisch coreen coreano",
  nl = "nld dut dutch nederlands niederlandisch neerlandais neerlandes",
  no = "nor norwegian norsk norwegisch norvegien noruego",
  pl = "pol polish polski polnisch polonais polaco",
  pt = "por portuguese portugues portugiesisch portugais",
  ru = "rus russian russisch russe ruso", sv = "swe swedish svenska schwedisch suedois sueco",
  tr = "tur turkish turkce turkisch turc turco",
  uk = "ukr ukrainian ukrainisch ukrainien ucraniano",
  zh = "zho chi chinese chinesisch chinois chino",
}

local codes, long_codes = {}, {}
for code, words in pairs(spellings) do
  codes[code] = code
  long_codes[code] = words:match("^%a+")
  for word in words:gmatch("%a+") do codes[word] = code end
end

--- Returns the code of two letters; nil for an unknown language.
function languages.code(text)
  if type(text) ~= "string" then return nil end
  return codes[mix.text.fold(text):match("^%a+") or ""]
end

--- Returns the code of three letters (ISO 639-2/T) for one of two; any other text unchanged.
function languages.long_code(code) return long_codes[code] or code end

return languages
