-- Parses a track's title: the words of the song, guests, part number, version. Handles charts
-- ("Song (w/ A & B)", "Song - Remastered") and shops ("Song (feat. A) [Live at X]").

local sources = require("rules.lib.sources")
local spelling = require("rules.lib.spelling")
local versions = require("rules.lib.versions")
local wording = require("rules.lib.wording")
local keys_in = require("rules.lib.keys")
local movements = require("rules.lib.movements")
local numbers = require("rules.lib.numbers")
local memo = require("rules.lib.memo")
local people_in = require("rules.lib.credits").people
local text = mix.text

-- Splits a title at its brackets: { text =, bracket = } in order. Brackets may nest or stay open.
local function pieces_of(s)
  if not s:find("[%(%[%)%]]") then return s ~= "" and { { text = s, bracket = false } } or {} end
  local pieces, depth, start = {}, 0, 1
  local function add(stop, bracket)
    local piece = spelling.tidy(s:sub(start, stop))
    if piece ~= "" then pieces[#pieces + 1] = { text = piece, bracket = bracket } end
  end
  for place, mark in s:gmatch("()([%(%)%[%]])") do
    local opens = mark == "(" or mark == "["
    if opens and depth == 0 or not opens and depth <= 1 then
      add(place - 1, depth > 0)
      start = place + 1
    end
    depth = math.max(0, depth + (opens and 1 or -1))
  end
  add(#s, depth > 0)
  return pieces
end

-- Splits text outside brackets at " - ": all but the title's beginning are remarks.
local function split_dashes(pieces)
  local list = {}
  for index, piece in ipairs(pieces) do
    if piece.bracket or not piece.text:find("- ", 1, true) then
      list[#list + 1] = piece
    else
      local number = 0
      for part in (piece.text .. " - "):gmatch("(.-) %- ") do
        number = number + 1
        local remark = number > 1 or (index > 1 and piece.text:sub(1, 2) == "- ")
        part = spelling.tidy((part:gsub("^%- ", "")))
        if part ~= "" then list[#list + 1] = { text = part, bracket = remark, dash = remark } end
      end
    end
  end
  return list
end

local inline_credits = {
  "[^%s] +()feat%.? +", "[^%s] +()featuring +", "[^%s%d] +()ft%.? +", "[^%s] +()w/ *",
}

-- The place where "feat. A" or "Remix" begins in "Song feat. A", "Song Remix"; nil without either.
local function inline_remark(s)
  local lower = s:lower()
  if lower:find(" f[et]") or lower:find(" w/", 1, true) then
    for _, pattern in ipairs(inline_credits) do
      local start = lower:match(pattern)
      if start then return start end
    end
  end
  return versions.ending(lower)
end

-- Separates remarks that follow a title without bracket or dash.
local function split_inline(list)
  local split = {}
  for index, piece in ipairs(list) do
    -- After a bracket a remark may come first: "Song [Bonus Track] ft. A", "Song (feat. A) Remix".
    local before = index > 1 and "- " or ""
    local start = not piece.bracket and inline_remark(before .. piece.text)
    local words = start and spelling.tidy(piece.text:sub(1, start - #before - 1)) or ""
    if not start then
      split[#split + 1] = piece
    else
      if words ~= "" then split[#split + 1] = { text = words } end
      split[#split + 1] = { text = piece.text:sub(start - #before), bracket = true }
    end
  end
  return split
end

local part_patterns = {
  "^(.-)[,:%-]? *%f[%w]pts%.? *([%w%-]+)$", "^(.-)[,:%-]? *%f[%w]parts +([%w%-]+)$",
  "^(.-)[,:%-]? *%f[%w]pt%.? *(%w+)$", "^(.-)[,:%-]? *%f[%w]part +(%w+)$",
  "^(.-)[,:%-]? *%f[%w]vol%.? *(%w+)$", "^(.-)[,:%-]? *%f[%w]volume +(%w+)$",
}

-- Returns the number of "Pt. 2" or "Part II" at the end of a text, and the text before it.
local function take_part(s)
  local lower = s:lower():gsub("(%f[%w]pa?r?ts%.? *%w+) +%- +(%w+)$", "%1-%2")
  local last = lower:match("^.*%W(%w+)$")
  if not last or not numbers.of(last) then return s, nil end
  for _, pattern in ipairs(part_patterns) do
    local before, number = lower:match(pattern)
    number = number and (numbers.of(number) or numbers.range(number))
    if number then return spelling.tidy(s:sub(1, #before)), number end
  end
  -- "Interlude II": a Roman number in capitals after a word. Each number of "Henry V" is another
  -- play; "Episode XII" is "Episode 12".
  local before, roman = s:match("^(.*%a%a) ([IVX]+)$")
  if before and numbers.of(roman:lower()) and before:find("%l")
    and not numbers.is_counter(lower:match("(%a+) %a+$")) then
    return before, numbers.of(roman:lower())
  end
  return s, nil
end

local none = {}
local articles = { The = true, Die = true, Der = true, Das = true, Les = true, Los = true }

-- Whether a text has no remarks; most titles have none.
local function is_simple(s)
  if s:find("[^%a \x80-\xff]") and (s:find("[%(%[%)%]]") or s:find("- ", 1, true)) then
    return false
  end
  return not inline_remark(s)
end

local function merge(into, set)
  for tag in pairs(set) do into[tag] = true end
end

-- Puts an article before a title that a list is sorted without: "Weight, The".
local function article_first(s)
  if not s:find(", [TDL]%l%l%f[^%l]") then return s end
  return (s:gsub("^([^%(%[,]+), (%u%l%l)%f[%z%(%[ ]", function(words, article)
    return articles[article] and article .. " " .. words or nil
  end))
end

local titles = {}

local function kind_of(s) return (versions.classify(text.fold(s))) end

-- Signs between the remarks of one bracket; only behind the first one words may stand before it.
local joints = { "^([^%(%[]-) *; *(.+)$", "^([^%(%[]-) [/%-] (.+)$" }

-- Splits the remarks of a bracket: "Album Version (Edited)", "feat. A; Live", "Remix ft. A".
-- "feat. A; B" is one.
local function remarks_in(s)
  local credit = inline_remark(s)
  if credit and versions.classify(text.fold(s:sub(credit))) == "guests" then
    local version = spelling.tidy(s:sub(1, credit - 1))
    if versions.classify(text.fold(version)) == "version" then
      return { { text = version }, { text = s:sub(credit) } }
    end
  end
  for _, pattern in ipairs(joints) do
    local first, second = s:match(pattern)
    local is_known = first and kind_of(second) ~= "words"
    -- Beside words for a video anything may stand: "Official Video - Harbour".
    if is_known and (pattern == joints[1] or kind_of(first) ~= "words")
      or first and kind_of(first) == "neutral" then
      return { { text = first }, not second:find("^[12]%d%d%d$") and { text = second } or nil }
    end
  end
  return pieces_of(s)
end

-- Adds a remark; words after a dash belong to the title.
local function add_remark(title, piece, words)
  local remarks = remarks_in(piece.text)
  if #remarks > 1 or remarks[1] and remarks[1].text ~= piece.text then
    for _, inner in ipairs(remarks) do
      inner.dash = piece.dash
      add_remark(title, inner, words)
    end
    return
  end
  local folded = text.fold(piece.text)
  local kind, detail, mild = versions.classify(folded)
  if kind == "version" or kind == "neutral" then
    local labels, year = versions.labels(folded)
    merge(title.labels, labels)
    title.year = year or title.year
    title.source = title.source or kind == "neutral" and sources.of(folded) or nil
  end
  if kind == "guests" then
    -- Places are valid in the folded text only; names are compared folded anyway.
    for _, name in ipairs(people_in(folded:sub(detail))) do
      title.guests[#title.guests + 1] = name
    end
  elseif kind == "version" then
    merge(title.strong, detail)
    merge(title.soft, mild)
    if next(detail) then words.versions[#words.versions + 1] = piece.text end
  elseif kind == "words" then
    local rest, part = take_part(piece.text)
    title.part = title.part or part
    if rest ~= "" then
      local list = piece.dash and words.base or words.extras
      list[#list + 1] = rest
      words.all[#words.all + 1] = rest
    end
  end
end

local function joined_key(words)
  return #words > 0 and spelling.key(table.concat(words, " ")) or ""
end

-- Keeps the words outside brackets as written, in case this or another title hides letters.
local function open_words(title, base, plain)
  title.is_wordy = not title.full:find("[^%a ]") and not title.full:find(" major", 1, true)
  title.open = title.open or text.fold(base)
  local is_work = base:find("[:%d]") or select(2, keys_in.of(title.open)) ~= nil
  title.work = is_work and movements.read(plain) or nil
  title.masked = wording.is_masked(title.open) and title.open or nil
end

local function keys(title, words, raw)
  title.extra = joined_key(words.extras)
  title.core = joined_key(words.base)
  title.full = title.extra == "" and title.core or joined_key(words.all)
  if title.full == "" then title.full = spelling.key(raw) end
  if title.core == "" then title.core = title.full end
  title.version = joined_key(words.versions)
  open_words(title, #words.base > 0 and table.concat(words.base, " ") or raw, raw)
  local all = #words.all > 0 and table.concat(words.all, " ") or raw
  local part = title.part and " " .. title.part or ""
  local version = #words.versions > 0 and " " .. table.concat(words.versions, " ") or ""
  title.spelled = spelling.tidy(all .. part .. version)
  title.bare = #words.base > 0 and table.concat(words.base, " ") or title.spelled
end

-- Parses a title that consists of the song's words and perhaps a part's number.
local function simple(plain)
  local base, part = take_part(plain)
  if base == "" then base, part = plain, nil end
  local open = text.fold(base)
  local key = spelling.key(base, open)
  local title = {
    core = key, full = key, extra = "", version = "", part = part, plain = plain, bare = base,
    spelled = part and base .. " " .. part or base, guests = none, strong = none, soft = none,
    labels = none, open = open, work = nil, masked = nil,
    is_wordy = nil,
  }
  open_words(title, base, plain)
  return title
end

--- Splits a plain title at its brackets and at " - ": a list of `text` and `bracket`.
function titles.pieces(plain)
  local list = split_dashes(pieces_of(plain))
  for _, piece in ipairs(list) do piece.bracket = piece.bracket and not piece.dash or nil end
  return list
end

--- Parses a title. The result has, for comparing: `core` (words outside brackets), `full` (with the
--- words in brackets), `extra` (those alone), `part`, `guests`, `strong` and `soft` (version tags),
--- `version` (its words); besides `labels` (explicit, clean, deluxe, anniversary, bonus, radio),
--- the `source` (of rules.lib.sources) and the `year` that a remark names, whether it `is_wordy`
--- (of Latin letters alone, with no key in music), and the text in its `plain` form; for searching:
--- `spelled`, and without brackets `bare`. Results are shared and must not be changed.
titles.parse = memo(function(raw)
  local plain = article_first(spelling.plain(raw))
  if is_simple(plain) then return simple(plain) end
  local title = { guests = {}, strong = {}, soft = {}, labels = {} }
  local words = { base = {}, all = {}, extras = {}, versions = {} }
  local pieces = pieces_of(plain)
  if plain:find("- ", 1, true) then pieces = split_dashes(pieces) end
  for _, piece in ipairs(split_inline(pieces)) do
    if piece.bracket then
      add_remark(title, piece, words)
    else
      local rest, part = take_part(piece.text)
      title.part = title.part or part
      -- "Pt. 2" alone is a title.
      if rest == "" then rest, title.part = piece.text, nil end
      words.base[#words.base + 1] = rest
      words.all[#words.all + 1] = rest
    end
  end
  keys(title, words, plain)
  title.plain = plain
  return title
end, 512)

return titles
