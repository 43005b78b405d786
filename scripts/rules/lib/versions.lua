-- Classifies remarks in brackets or after a dash: other musicians, a version, or nothing of
-- importance. Input is folded text (lower case, no accents).

local listed = require("rules.lib.listed")
local memo = require("rules.lib.memo")
local set_of = require("lib.set_of")

local versions = {}

-- Tags of a different recording of the song. With such a tag on one side only, tracks never match.
local strong = {
  { "karaoke", "karaoke", "караоке", "カラオケ", "노래방", "伴奏", "backing track",
    "sing%-?along", "originally performed", "in the style of", "made famous", "made popular" },
  { "tribute", "tribute" },
  { "instrumental", "instrumental", "инструментал", "%f[%w]inst%f[%W]", "off vocal", "インスト" },
  { "a cappella", "a ?cap+ella" },
  { "cover", "%f[%w]cover%f[%W]", "%f[%w]covered by", "кавер", "カバー", "歌ってみた", "커버", "翻唱" },
  { "remix", "remix", "ремикс", "リミックス", "리믹스", "%f[%w]rmx%f[%W]", "%f[%w]mix$",
    "%f[%w]mix version$", "bootleg", "mash%-?up", "%f[%w]vip$", "rework" },
  { "acoustic", "acoustic", "акустик", "アコースティック", "어쿠스틱", "unplugged", "stripped" },
  { "demo", "%f[%w]demos?%f[%W]", "%f[%w]work ?tape" },
  { "reprise", "^reprise%f[%W]" },
  { "sped up", "sped[ %-]?up", "speed up", "nightcore" },
  { "slowed", "slowed", "%f[%w]reverb" },
  { "outtake", "%f[%w]take %d", "outtake", "alternat", "rehearsal", "%f[%w]early version" },
  { "re-recorded", "%f[%w]%a%a%a+'s version", "%f[%w]re%-?record", "%f[%w]new recording" },
}

-- Tags of the same recording, processed; they cost a little.
local soft = {
  { "remaster", "remaster", "%f[%w]digital master", "^[12]%d%d%d master", "%f[%w]mastered%f[%W]" },
  { "edit", "%f[%w]edit%f[%W]", "radio version", "short version", "^radio mix$" },
  -- The old tapes, mixed once more for a new edition; a dance mix has a maker.
  { "new mix", "^20%d%d mix$", "^single mix$", "^album mix$" },
  { "extended", "extended", '^%d%d?" ' },
  { "mono", "%f[%w]mono%f[%W]" },
  { "stereo", "%f[%w]stereo%f[%W]" },
}

-- Words for the picture and the sound of a video, and for its text. A remark of them alone says
-- nothing about the song.
local noise = {
  "^uffici", "^video", "^musi[ck]", "^clipe?$", "^audio$", "^letra", "^paroles$", "^testo$",
  "^8k$", "^%d%d%d+p$", "^quality$", "^pv$", "^con$", "^high$", "^best$", "^sound$", "^full$",
  "^complete$", "^visuali[sz]er$", "^subti?t", "^with$", "^on$", "^screen$", "^songs?$",
}
-- Those that say so without a bracket as well.
local telling_noise = {
  "^mv$", "^lyric", "^u?hd$", "^hq$", "^4k$", "^offi[cz]i", "^ofici", "^videoclip",
}

-- Remarks of shops that say nothing about the song.
local neutral = {
  "^expli[cz]it", "^version explicit", "^dirty$", "^dirty version", "^uncensored", "^parental",
  "^e$", "^c$", "^censored", "^clean$", "^clean version", "^bonus", "^album version",
  "^single version", "^lp version", "^main version", "^original$", "^original [%d ]*mix",
  "^official version", "^full[ %-]length", "^full version", "盤$", "^初回", "^prod%.? ",
  "^soundtrack version", "^film version", "^love theme from", "^produced by", "^from ",
  "%f[%w]o%.?s%.?t%.?$", "%f[%w]ost part %d", "soundtrack$",
  "^deluxe", "^single$", "^ep$", "^expanded edition",
  "^amended", "^edited", "anniversary", "^%+ video$", "^%+ digital",
}

-- The meaning of those remarks for the release. They are kept beside the title and never compared
-- with it, because a shop without them sells the same recording.
local labels = {
  { "explicit", "^expli[cz]it", "^version explicit", "^dirty", "^uncensored", "^parental", "^e$" },
  { "clean", "^clean", "^edited", "^amended", "^censored", "^c$" },
  { "deluxe", "deluxe", "expanded" },
  { "anniversary", "anniversary" },
  { "bonus", "^bonus" },
  { "radio", "%f[%w]radio%f[%W]" },
}

local credits = {
  "^feat%.? +()", "^ft%.? +()", "^featuring +()", "^w/ *()", "^with +()", "^vs%.? +()",
}

-- "(Live)" and "(Live at Wembley)" name a recording, "(Live Forever)" does not.
local after_live = set_of([[
  at from on in session sessions version performance recording acoustic video aus im bei en au dal
  i na fra w
]])

-- Words for venues. A remark with one of them and a year, or with one after "at", names a
-- recording.
local places = {
  "stadium", "arena", "theatre", "theater", "festival", "unplugged", "lounge", "ballroom",
  "amphitheatre", "amphitheater", "coliseum", "opera house", "concert hall", "music hall",
  "town hall", "tiny desk", " in concert", "en vivo", "ao vivo", "en directo", "dal vivo",
  "en public", "en concert", "konzert", "v zhivuyu", "концерт", "ライブ", "ライヴ", "라이브",
  "现场", "現場", "na zywo", "i concert", "live aus", "in diretta", "en direct",
  "live i ", "вживую", "живой", "实况", "實況", "演唱会", "演唱會", "コンサート",
  "콘서트", "koncert", "canli", "ζωντανα", "بث مباشر", "הופעה",
}
for _, name in ipairs(listed(require("rules.data.venues"))) do
  places[#places + 1] = mix.text.fold(name)
end
local months = set_of([[
  january february march april may june july august september october november december
]])

-- Whether a text is a month of a year: "January 1968".
local function is_month(s)
  local month = s:match("^(%a+),? [12]%d%d%d$")
  return month ~= nil and months[month] == true
end

local function names_day(s)
  -- From one day to another no concert lasts: "Diary (January 1 - September 9 2022)".
  if s:find("%d %- %a+ %d") then return false end
  for day, month in s:gmatch("(%d%d?) (%a+) %d%d%d%d") do
    if months[month] and tonumber(day) <= 31 then return true end
  end
  for month in s:gmatch("(%a+) %d%d?,? %d%d%d%d") do
    if months[month] then return true end
  end
  return false
end

local hints = {
  "live", "session", "viv", "conc", "konz", "unplugged", "public", "dir", "zywo", "canli",
  "singles", "tiny desk",
}

local function has_any(s, words)
  for _, word in ipairs(words) do
    if s:find(word, 1, true) then return true end
  end
  return false
end

local function names_place(s)
  -- Checked only after a hint, because most remarks name no place.
  if not (s:find("%d%d%d%d") or s:find("^at ") or s:find("^from ") or s:find("[\xc2-\xf4]")
    or has_any(s, hints)) then
    return false
  end
  -- With a space before, as a "violin concerto" is not live.
  return has_any(" " .. s, places)
end

local function is_live(s)
  if names_day(s) or names_place(s) then return true end
  if s:find("%f[%w]sessions?$") or s:find("^live .*[12][09]%d%d") then return true end
  if s == "live" or s:find("^live ?/") or s:find("^%w+ show$") and s:find("^[%dle]") then
    return true
  end
  if s:find("[^%w]live$") or s:find("live version") then return true end
  local following = s:match("^live[ ,:/]+([%w]+)") or s:match("[:;,/%-] *live (%a+)")
    or s:match("^%a+ed live (%w+)") or s:match("^[12]%d%d%d live (%w+)")
  return following ~= nil and (after_live[following] or following:find("^%d%d?%d?%d?$") ~= nil)
end

local function any(s, patterns, first)
  for index = first, #patterns do
    if s:find(patterns[index]) then return true end
  end
  return false
end

local is_noise = memo(function(word)
  return any(word, noise, 1) or any(word, telling_noise, 1)
end, 512)

-- A remark without the words for a video.
local function quiet(s)
  s = s:gsub("m/v", "mv")
  return (s:gsub("[%w\x80-\xff]+", function(word) return is_noise(word) and "" or nil end)
    :gsub("^%s+", ""):gsub("%s+$", ""):gsub("%s+", " "))
end

local function collect(s, list, tags)
  local found = false
  for _, entry in ipairs(list) do
    if any(s, entry, 2) then
      tags[entry[1]] = true
      found = true
    end
  end
  return found
end

-- Words by which a shop names the kind of an edit; other words name its maker.
local kinds_of_edit = set_of([[
  radio single album short video clean original extended tv uk us main full long special
  digital explicit inch edit version mix the a remastered remaster stereo mono new re
  promo airplay lp ep pop dirty instrumental live censored film movie soundtrack
]])
-- Those of an edit for dancing, which is a remix where it is called a mix.
local danced = set_of("club dance dj vocal dub")

-- Whether an edit or a mix has a maker: "Zwette Edit" is a remix, "2015 Radio Edit" is not.
local function has_maker(s, kind)
  local maker = s:match("^(.+) " .. kind .. "$")
  if not maker then return false end
  for word in maker:gmatch("%a+") do
    if not kinds_of_edit[word] and not (kind == "edit" and danced[word]) then return true end
  end
  return false
end

local function read_tags(s)
  local hard, mild = {}, {}
  local mildly = collect(s, soft, mild)
  local hardly = collect(s, strong, hard)
  -- An extended or stereo mix is not a remix, an extended club mix is.
  if mildly and hard.remix and not s:find("remix") and not has_maker(s, "mix") then
    hard.remix = nil
    hardly = next(hard) ~= nil
  end
  if has_maker(s, "edit") then
    hard.remix = true
    hardly = true
  end
  if is_live(s) then
    hard.live = true
    hardly = true
  end
  if hardly or mildly then return hard, mild end
  if s:find("%f[%w]version%f[%W]") then return { version = true }, mild end
  return nil
end

local known_tags = memo(function(s) return { read_tags(s) } end, 512)

--- Returns the tags of a remark as two sets, strong and soft; nil when it names no version. The
--- sets are shared and must not be changed.
function versions.tags(s)
  local found = known_tags(s)
  return found[1], found[2]
end

local known_labels = memo(function(s)
  local set = {}
  collect(s, labels, set)
  return { set, s:match("%f[%d][12][09]%d%d%f[%D]") }
end, 512)

--- Returns the meaning of a remark for the release (explicit, clean, deluxe, anniversary, bonus,
--- radio) as a set, and the year that it names, or nil. The set is shared and must not be changed.
function versions.labels(s)
  local found = known_labels(s)
  return found[1], found[2]
end

-- A language alone names a version sung in it: "(Spanish)".
local languages = set_of("english spanish german french italian portuguese japanese korean")

-- Words that a hyphen joins to the kind of a version: "Radio-Mix".
local joined = { mix = " mix", edit = " edit", version = " version" }

local function classify(s)
  s = s:gsub("%f[%w]ver%.?$", "version"):gsub("^the offi?cial ", ""):gsub("%-(%a+)$", joined)
  if languages[s] then s = s .. " version" end
  for _, pattern in ipairs(credits) do
    local start = s:match(pattern)
    if start then return "guests", start end
  end
  local rest = quiet(s)
  if any(s, neutral, 1) or is_month(s) or not rest:find("[%w\x80-\xff]") then return "neutral" end
  local hard, mild = versions.tags(s)
  -- "Original Album Version", but not "Original Demo Version".
  if s:find("^original [%a ]*version") and (not hard or hard.version) then return "neutral" end
  -- "+ A" is a guest, "+ video" is not.
  if s:find("^%+ +") then return "guests", s:match("^%+ +()") end
  if not hard then hard, mild = versions.tags(rest) end
  if hard then return "version", hard, mild end
  -- "Music from the Motion Picture"; what a song was made for stands in quotes: 'aus "Der Film"'.
  local is_source = s:find("^%a+ from ") or s:find('^%l[%l ]* from "[^"]+"')
    or s:find('^%l[%l ]* "[^"]+"%f[/%z]')
  return is_source and "neutral" or "words"
end

--- Returns a title without the words for its video behind it: "Harbour Lights Official Video"; nil
--- for one without them.
function versions.without_noise(s)
  local rest, sure = s, false
  while true do
    local before, word = rest:match("^(.*%S)%s+(%S+)$")
    word = word and word:lower()
    if not (word and is_noise(word)) then break end
    rest, sure = before, sure or any(word, telling_noise, 1)
  end
  return sure and rest or nil
end

--- Whether a title has words that only a video's has: "Official Video", "MV", "Lyrics".
function versions.is_video(s)
  for word in s:lower():gsub("m/v", "mv"):gmatch("%w+") do
    if any(word, telling_noise, 1) then return true end
  end
  return false
end

local known_kinds = memo(function(s) return { classify(s) } end, 512)

--- Returns the kind of a remark: "guests" with the place of the names in it, "neutral", "version"
--- with its tags, or "words" of the title. The tags are shared and must not be changed.
function versions.classify(s) return table.unpack(known_kinds(s), 1, 3) end

-- Versions that also occur at the end of a title without brackets, by their last words.
local endings = {
  version = { "karaoke version", "instrumental version", "acoustic version", "live version",
    "extended version" },
  karaoke = { "karaoke" }, instrumental = { "instrumental" }, remix = { "remix" },
  up = { "sped up" }, reverb = { "slowed and reverb", "slowed + reverb" }, slowed = { "slowed" },
  nightcore = { "nightcore" }, edit = { "radio edit" }, mix = { "extended mix" },
  remastered = { "remastered" }, reprise = { "reprise" },
}

--- The place where a version begins at the end of a title with words before it; nil when there is
--- none.
function versions.ending(s)
  -- From the last sign that is not a letter, because most titles have none of these words.
  local phrases = endings[s:match("^.*%A(%a+)$")]
  if not phrases then return nil end
  for _, phrase in ipairs(phrases) do
    local start = #s - #phrase + 1
    if s:sub(start) == phrase and s:find("^%S ", start - 2) then return start end
  end
  return nil
end

return versions
