-- Languages as ISO 639-1 has them, from the codes and names that catalogues and exports use.

local languages = {}

local spellings = {
  ar = "ara arabic", cs = "cze ces czech", da = "dan danish", de = "ger deu german",
  el = "gre ell greek", en = "eng english", es = "spa spanish", fi = "fin finnish",
  fr = "fre fra french", he = "heb hebrew", hu = "hun hungarian", it = "ita italian",
  ja = "jpn japanese", ko = "kor korean", nl = "dut nld dutch", no = "nor norwegian",
  pl = "pol polish", pt = "por portuguese", ru = "rus russian", sv = "swe swedish",
  tr = "tur turkish", uk = "ukr ukrainian", zh = "chi zho chinese",
}

local codes = {}
for code, words in pairs(spellings) do
  codes[code] = code
  for word in words:gmatch("%a+") do codes[word] = code end
end

--- Two letters; nil for what is not known.
function languages.code(text)
  if type(text) ~= "string" then return nil end
  return codes[text:lower():match("^%a+") or ""]
end

return languages
