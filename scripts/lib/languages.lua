-- Converts codes and names of languages in catalogues and exports to ISO 639.

local languages = {}

-- Names in English, in the language itself, in German, French and Spanish, without accents.
local spellings = {
  ar = "arabic arabisch arabe", bg = "bulgarian bulgarisch bulgare bulgaro", bn = "bengali bangla",
  ca = "catalan catala katalanisch", cs = "czech cestina tschechisch tcheque checo",
  cy = "welsh cymraeg walisisch gallois gales", da = "danish dansk danisch danois danes",
  de = "german deutsch allemand aleman", el = "greek griechisch grec griego",
  en = "english englisch anglais ingles", eo = "esperanto",
  es = "spanish espanol castellano spanisch espagnol",
  et = "estonian eesti estnisch estonien estonio", eu = "basque euskara baskisch vasco",
  fa = "persian farsi persisch persan persa", fi = "finnish suomi finnisch finnois finlandes",
  fr = "french francais franzosisch frances", ga = "irish gaeilge irisch irlandais irlandes",
  gl = "galician galego galicisch galicien gallego", he = "hebrew hebraisch hebreu hebreo",
  hi = "hindi", hr = "croatian hrvatski kroatisch croate croata",
  hu = "hungarian magyar ungarisch hongrois hungaro",
  id = "indonesian indonesisch indonesien indonesio",
  is = "icelandic islenska islandisch islandais islandes",
  it = "italian italiano italienisch italien", ja = "japanese japanisch japonais japones",
  ko = "korean koreanisch coreen coreano", la = "latin latein latina",
  lt = "lithuanian lietuviu litauisch lituanien lituano",
  lv = "latvian latviesu lettisch letton leton", ms = "malay malaiisch malais malayo",
  nl = "dutch nederlands niederlandisch neerlandais neerlandes",
  no = "norwegian norsk norwegisch norvegien noruego",
  pl = "polish polski polnisch polonais polaco",
  pt = "portuguese portugues portugiesisch portugais",
  ro = "romanian romana rumanisch roumain rumano", ru = "russian russisch russe ruso",
  sa = "sanskrit", sk = "slovak slovencina slowakisch slovaque eslovaco",
  sl = "slovenian slovene slovenscina slowenisch esloveno",
  sq = "albanian shqip albanisch albanais", sr = "serbian srpski serbisch serbe serbio",
  sv = "swedish svenska schwedisch suedois sueco", sw = "swahili kiswahili", ta = "tamil",
  te = "telugu", th = "thai", tr = "turkish turkce turkisch turc turco",
  uk = "ukrainian ukrainisch ukrainien ucraniano", ur = "urdu",
  vi = "vietnamese vietnamesisch vietnamien vietnamita", yi = "yiddish jiddisch",
  zh = "chinese chinesisch chinois chino",
}

-- ISO 639-1 with the codes of ISO 639-2: /T, then /B where it differs.
local iso = [[
aa aar, ab abk, ae ave, af afr, ak aka, am amh, an arg, ar ara, as asm, av ava, ay aym, az aze,
ba bak, be bel, bg bul, bi bis, bm bam, bn ben, bo bod tib, br bre, bs bos, ca cat, ce che, ch cha,
co cos, cr cre, cs ces cze, cu chu, cv chv, cy cym wel, da dan, de deu ger, dv div, dz dzo, ee ewe,
el ell gre, en eng, eo epo, es spa, et est, eu eus baq, fa fas per, ff ful, fi fin, fj fij, fo fao,
fr fra fre, fy fry, ga gle, gd gla, gl glg, gn grn, gu guj, gv glv, ha hau, he heb, hi hin, ho hmo,
hr hrv scr, ht hat, hu hun, hy hye arm, hz her, ia ina, id ind, ie ile, ig ibo, ii iii, ik ipk,
io ido, is isl ice, it ita, iu iku, ja jpn, jv jav, ka kat geo, kg kon, ki kik, kj kua, kk kaz,
kl kal, km khm, kn kan, ko kor, kr kau, ks kas, ku kur, kv kom, kw cor, ky kir, la lat, lb ltz,
lg lug, li lim, ln lin, lo lao, lt lit, lu lub, lv lav, mg mlg, mh mah, mi mri mao, mk mkd mac,
ml mal, mn mon, mr mar, ms msa may, mt mlt, my mya bur, na nau, nb nob, nd nde, ne nep, ng ndo,
nl nld dut, nn nno, no nor, nr nbl, nv nav, ny nya, oc oci, oj oji, om orm, or ori, os oss, pa pan,
pi pli, pl pol, ps pus, pt por, qu que, rm roh, rn run, ro ron rum mol, ru rus, rw kin, sa san,
sc srd, sd snd, se sme, sg sag, si sin, sk slk slo, sl slv, sm smo, sn sna, so som, sq sqi alb,
sr srp scc, ss ssw, st sot, su sun, sv swe, sw swa, ta tam, te tel, tg tgk, th tha, ti tir, tk tuk,
tl tgl, tn tsn, to ton, tr tur, ts tso, tt tat, tw twi, ty tah, ug uig, uk ukr, ur urd, uz uzb,
ve ven, vi vie, vo vol, wa wln, wo wol, xh xho, yi yid, yo yor, za zha, zh zho chi, zu zul,
he iw, id in, yi ji, jv jw, sr sh, zh cmn
]]

-- Codes of MARC that libraries' records kept when they were changed.
iso = iso .. ", " .. [[
eo esp, fo far, fy fri, ga iri, gd gae, gl gag, gn gua, gv max, ia int, km cam, mg mla, oc lan,
om gal, se lap, si snh, sm sao, sn sho, ss swz, st sso, tg taj, tl tag, tn tsw, tt tar
]]

-- Languages of ISO 639-2 that ISO 639-1 lacks: their code has three letters.
local others = [[
ace ach ada ady afh ain akk ale alt ang anp arc arn arp arw ast awa bal ban bas bej bem bho bik bin
bla bra bua bug byn cad car ceb chb chg chk chm chn cho chp chr chy cnr cop crh csb dak dar del den
dgr din doi dsb dua dum dyu efi egy eka elx enm ewo fan fat fil fon frm fro frr frs fur gaa gay gba
gez gil gmh goh gon gor got grb grc gsw gwi hai haw hil hit hmn hsb hup iba ilo inh jbo jpr jrb kaa
kab kac kam kaw kbd kha kho kmb kok kos kpe krc krl kru kum kut lad lah lam lez lol loz lua lui lun
luo lus mad mag mai mak man mas mdf mdr men mga mic min mnc mni moh mos mus mwl mwr myv nap nds new
nia niu nog non nqo nso nwc nym nyn nyo nzi osa ota pag pal pam pap pau peo phn pon pro raj rap rar
rom rup sad sah sam sas sat scn sco sel sga shn sid sma smj smn sms snk sog srn srr suk sus sux syc
syr tem ter tet tig tiv tkl tlh tli tmh tog tpi tsi tum tvl tyv udm uga umb vai vot wal war was xal
yao yap zap zbl zen zgh zun zza
]]

-- `codes` by codes, `named` by names.
local codes, named, long_codes = {}, {}, {}
for entry in iso:gmatch("[^,]+") do
  local short, rest = entry:match("(%a+)%s+(.*)")
  codes[short] = short
  long_codes[short] = long_codes[short] or rest:match("^%a%a%a%f[%A]")
  for code in rest:gmatch("%a+") do codes[code] = short end
end
for code in others:gmatch("%a+") do codes[code] = code end
for code, words in pairs(spellings) do
  for word in words:gmatch("%a+") do named[word] = code end
end

--- Returns the code of a language: two letters (ISO 639-1), or three where that has none; nil for
--- an unknown one. `text`: a code, a tag such as "pt-BR", or a name; of several the first counts.
function languages.code(text)
  if type(text) ~= "string" then return nil end
  local word, rest = mix.text.fold(text):match("^(%a+)(.*)")
  if not word then return nil end
  -- A short word before others is a word, such as "my" or "new".
  local is_code = not rest:find("^%s+%a")
  return is_code and codes[word] or named[word]
end

--- Returns the code of three letters (ISO 639-2/T) for one of two; any other text unchanged.
function languages.long_code(code) return long_codes[code] or code end

return languages
