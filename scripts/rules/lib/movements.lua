-- Parses titles of composed works: "Symphony No. 5 in C minor, Op. 67: I. Allegro con brio" is a
-- work with number, key and catalogue number, and one of its movements. A piece of an opera or a
-- suite is often sold under its own name: "Turandot: Nessun dorma".

local spelling = require("rules.lib.spelling")
local catalogues = require("rules.lib.catalogues")
local composed = require("rules.lib.composed")
local keys = require("rules.lib.keys")
local numbers = require("rules.lib.numbers")
local set_of = require("lib.set_of")
local wording = require("rules.lib.wording")
local text = mix.text

-- Words before the number of a work or of its part, which begins no movement.
local counters = set_of("no nr n op opus act akt atto acte scene")

-- Turns a dash between a work and a movement into a colon, but not one before a remark: "BWV 1048 -
-- 3. Allegro", "The Four Seasons - Concerto in F Minor: I. Allegro". A number behind words begins a
-- movement, too: "Winter 1. Allegro".
local function with_colons(s)
  s = s:gsub("(%f[%w]%a+) (%d+%. %a)", function(word, number)
    return not numbers.is_counter(word) and not counters[word] and word .. ": " .. number or nil
  end)
  s = s:gsub("%) (%d+%. %a)", "): %1")
  s = s:gsub(" %- (n[or]%.? ?%d)", ", %1")
  s = s:gsub(" %- (%w+)(%.)", function(word, dot)
    return numbers.of(word) and ": " .. word .. dot or nil
  end)
  local heading, work = s:match("^(.-) %- (.*)$")
  return work and catalogues.of(work:match("^[^:]*")) and heading .. ": " .. work or s
end

local function segments_of(s)
  local list = {}
  for part in (s .. ": "):gmatch("(.-): +") do
    part = spelling.tidy(part)
    if part ~= "" then list[#list + 1] = part end
  end
  return list
end

local singular = { preludes = "prelude", etudes = "etude" }

-- The words of a title without key, catalogue and other numbers.
local function words_of(s)
  s = catalogues.without(s):gsub("%f[%w]no%.? ?%d+", " "):gsub(",? act %w+$", "")
  local words = keys.without(spelling.key(s))
  if #words > 1 and numbers.of(words[1]) then table.remove(words, 1) end
  return words
end

-- The words of a work, each in the singular: "24 Preludes" and "Prelude" are the same.
local function bare_words(s)
  local words = words_of(s)
  for index, word in ipairs(words) do
    words[index] = singular[word] or #word > 4 and word:match("^(.*[^s])s$") or word
  end
  return table.concat(words, " ")
end

-- Splits "I. Allegro", "No. 5, Der Lindenbaum" or "Variation XVIII. Andante" into number and name.
local function ordinal_in(segment)
  local sign, name = segment:match("^(%w+)%. *(.*)$")
  if sign and numbers.of(sign) then return numbers.of(sign), name end
  sign, name = segment:match("^n[or]%.? ?(%d+)[,%. ]*(.*)$")
  if sign then return numbers.of(sign), name end
  sign = segment:match("^variati%a+ (%w+)") or segment:match("^var%.? (%w+)")
  if sign and numbers.of(sign) then return numbers.of(sign), "variation" end
  return nil
end

local function take_movement(found, segments)
  local last = table.remove(segments)
  local ordinal, name = ordinal_in(last)
  -- The parts of a section go by letters: "III. Sequentia: f. Lacrimosa".
  local piece = (name or last):gsub("^%a%. ", "")
  -- The number of a section, "III. Sequentia: Dies irae", is not a word of the work.
  for index = #segments, 2, -1 do
    local number = ordinal_in(segments[index])
    if number then
      ordinal = ordinal or number
      table.remove(segments, index)
    end
  end
  piece = table.concat(words_of(piece), " ")
  -- "24 Preludes, Op. 28: No. 4 in E minor" is a work, not a movement of one.
  if piece == "" and last:find("^n[or]") then
    found.number, found.part = nil, ordinal
  else
    found.ordinal, found.piece = ordinal, piece
  end
end

-- Whether the first of several segments is only a composer or a collection.
local function is_heading(segments)
  if #segments < 2 or segments[1]:find("%d") or keys.of(segments[1]) then return false end
  if segments[2]:find("^n[or]%.") then return false end
  return catalogues.of(segments[2]) ~= nil or keys.of(segments[2]) ~= nil
    or segments[2]:find("%f[%w]no%.? ?%d") ~= nil
end

local movements = {}

--- Parses a title in lib.spelling's plain form. nil for one without a colon, a catalogue number or
--- a key. The result has `work` (its words), `number`, `part` (of an opus), `note` and `mode`,
--- `catalogue` (numbers by system), `nickname`, as far as the title has them, and for a movement
--- `ordinal` and `piece`, perhaps `piece_name`, the name that it goes by. `head` is the composer or
--- the collection before the work, `tail` a movement or a remark behind a dash, `bracket` a
--- nickname or a remark in brackets.
function movements.read(plain)
  local s = with_colons(composed.with_counts(text.fold(plain)))
  -- A piece may be in quotes: 'La traviata: "Libiamo"'.
  s = s:gsub(': "([^"]+)"', ": %1")
  local nickname = s:match('^.*%S%s*"([^"]+)"')
  local quoted_last = nickname and s:find(': [^:"]*"[^"]+"$') ~= nil
  local bracket = s:match("%(([^%(%)]+)%)")
  s = spelling.tidy((s:gsub("%s*%b()", ""):gsub("%s*%b[]", "")))
  local unquoted = nickname and spelling.tidy((s:gsub(',?%s*"[^"]+"', ""))) or s
  if unquoted ~= "" and not unquoted:find("^[:,]") then s = unquoted end
  local tail = s:match(" %- (.*)$")
  s = s:gsub(" %- .*$", "")
  local catalogue, part = catalogues.of(s)
  local note, mode = keys.of(s)
  local segments = segments_of(s)
  if not (catalogue or note) and #segments < 2 then return nil end
  local found = { catalogue = catalogue, part = part, note = note, mode = mode }
  found.number = catalogues.without(s):match("%f[%w]no%.? ?(%d+)")
  found.composed = catalogue ~= nil or note ~= nil or found.number ~= nil
  if is_heading(segments) then found.head = spelling.key(table.remove(segments, 1)) end
  -- A name in quotes behind a movement is that of the movement: 'II. Air "Air on the G String"'.
  found.piece_name = nickname and #segments > 1 and quoted_last and spelling.key(nickname)
  if #segments > 1 then take_movement(found, segments) end
  found.work = bare_words(table.concat(segments, " "))
  found.nickname = nickname and spelling.key(nickname)
  found.bracket = bracket and spelling.key(bracket)
  found.tail = tail and catalogue and table.concat(words_of(tail), " ")
  return found
end

-- Whether all words of a text are among those of another.
local function words_within(a, b)
  for word in a:gmatch("%S+") do
    if not (" " .. b .. " "):find(" " .. word .. " ", 1, true) then return false end
  end
  return a ~= ""
end

--- Whether a piece of a title is the work before its movement, as another parsed title names it.
function movements.is_work(key, read)
  return (read.piece or "") ~= "" and words_within(key, read.work)
end

local function differ(a, b) return a ~= nil and b ~= nil and a ~= b end

--- Returns why two parsed titles are different works or movements; nil when nothing contradicts.
function movements.conflict(a, b)
  if not (a and b) then return nil end
  if differ(a.note, b.note) or a.note and b.note and differ(a.mode, b.mode) then
    return ("in %s %s, not %s %s"):format(b.note, b.mode or "", a.note, a.mode or "")
  end
  local relation, system = catalogues.compare(a.catalogue, b.catalogue)
  if relation == "other" then
    return ("%s %s, not %s"):format(system, b.catalogue[system], a.catalogue[system])
  end
  if not (a.composed and b.composed) then return nil end
  if relation ~= "same" and differ(a.number, b.number) then
    return ("number %s, not %s"):format(b.number, a.number)
  end
  if differ(a.part, b.part) then return ("number %s, not %s"):format(b.part, a.part) end
  local is_one = a.piece and a.piece == b.piece and not composed.is_common(a.piece)
  if differ(a.ordinal, b.ordinal) and not is_one then
    return ("movement %s, not %s"):format(b.ordinal, a.ordinal)
  end
  return nil
end

local function alike(a, b) return a == b or wording.same(a, b) > 0 or text.ratio(a, b) >= 0.85 end

-- Whether one piece is the other or its beginning: "adagietto" and "adagietto sehr langsam".
local function pieces_alike(a, b)
  return alike(a, b) or spelling.behind(a, b) or spelling.behind(b, a)
end

-- Whether the first has a common word that the second lacks: a prelude and a fugue with one
-- number differ.
local function own_kind(a, b)
  for word in a:gmatch("%a+") do
    if composed.is_common(word) and not words_within(word, b) then return true end
  end
  return false
end

-- Returns whether two works are the same, and how certainly: by catalogue, by number or key and
-- words, by words. `is_composer`: one title names the composer, whom the other side has.
local function work_likeness(a, b, is_composer)
  local relation = catalogues.compare(a.catalogue, b.catalogue)
  if relation == "same" then
    return own_kind(a.work, b.work) and own_kind(b.work, a.work) and 0 or 1
  end
  local words = alike(a.work, b.work) or a.composed and b.composed
    and composed.sound_alike(a.work, b.work)
  local named = a.nickname and (a.nickname == b.nickname or a.nickname == b.bracket)
    or b.nickname and b.nickname == a.bracket
    or a.nickname and words_within(a.nickname, b.work)
    or b.nickname and words_within(b.nickname, a.work)
  if words and (a.note and a.note == b.note or named) then return 1 end
  local within = words or words_within(a.work, b.work) or words_within(b.work, a.work)
  if not within then return named and 0.9 or 0 end
  if a.number and a.number == b.number then
    return (a.ordinal and b.ordinal or is_composer and words) and 0.95 or 0.6
  end
  if a.part and a.number == nil and b.number == a.part then return 0.9 end
  -- Only one title names a catalogue or a key: the other may be another work of that kind.
  if a.composed ~= b.composed then return words and 0.9 or 0.6 end
  if a.composed then return words and 0.8 or 0.6 end
  return 1
end

local function of_works(a, b, is_composer)
  local work = work_likeness(a, b, is_composer)
  if work == 0 then return 0 end
  if not a.piece and not b.piece then return 0.96 * work, "the same work" end
  if not (a.piece and b.piece) then
    local piece, tail = a.piece or b.piece, a.tail or b.tail
    if work == 1 and tail and alike(piece, tail) then return 0.95, "the same movement" end
    local number = a.part and b.ordinal or b.part and a.ordinal
    if number and number == (a.part or b.part) and work == 1 then
      return 0.95, "the piece of that number"
    end
    return 0
  end
  if pieces_alike(a.piece, b.piece) or a.piece == b.bracket or b.piece == a.bracket then
    local placed = (a.composed or b.composed) and a.ordinal == b.ordinal
    local is_less = a.piece ~= b.piece and not a.ordinal
    if composed.is_common(a.piece) and (work < 1 and not placed or is_less) then
      return 0.6, "a movement that many works have"
    end
    -- "Gymnopedie No. 1: Lent", "3 Gymnopedies: 1. Lent".
    if a.ordinal and a.ordinal == b.number or b.ordinal and b.ordinal == a.number then
      work = math.max(work, 0.9)
    end
    return (alike(a.piece, b.piece) and 0.97 or 0.94) * work, "the same movement"
  end
  local is_named = a.piece ~= "" and b.piece ~= ""
  if a.ordinal and a.ordinal == b.ordinal and work >= (is_named and 1 or 0.95) then
    return 0.9, "the movement of that number"
  end
  return 0
end

-- Compares numbers: "Gymnopedie No. 1" has neither key nor catalogue; "3 Gymnopedies: No. 1" has a
-- part.
local function numbered(read, core)
  local words, number = core:match("^(.*) no (%d+)$")
  if not words or bare_words(words) ~= read.work then return false end
  return read.part == number and not read.piece or not read.part and read.ordinal == number
end

-- Compares a parsed title with the `core` of one that was not parsed.
local function with_plain(read, core, extra)
  if numbered(read, core) then return 0.95, "the same number" end
  if read.nickname and wording.same(read.nickname, core) > 0 and not read.piece then
    return 0.93, "the name that the work goes by"
  end
  if read.piece_name and wording.same(read.piece_name, core) > 0 then
    return 0.93, "the name that the movement goes by"
  end
  if not read.piece then
    local number, own = core:match(" no (%d+)"), read.number or read.part
    if number and own and number ~= own then return 0 end
    if read.catalogue and extra == "" and wording.same(read.work, bare_words(core)) > 0 then
      return 0.96, "the same but for the catalogue's number"
    end
    return 0
  end
  if read.piece ~= core and wording.same(read.piece, core) == 0 then return 0 end
  if composed.is_common(read.piece) then return 0.6, "a movement that many works have" end
  return 0.9, "the piece without its work"
end

-- Compares the parts of two titles. A composer may stand before the title that was not parsed.
local function of_parts(a, b)
  local ours, theirs = a.work, b.work
  if ours and theirs then
    local is_composer = ours.head and composed.has_family(ours.head, b)
      or theirs.head and composed.has_family(theirs.head, a)
    return of_works(ours, theirs, is_composer)
  end
  local read, form, other = ours or theirs, ours and a or b, ours and b or a
  local value, note = with_plain(read, other.core, other.extra)
  local core = value == 0 and read.composed and composed.without_composer(other, form)
  if not core then return value, note end
  return with_plain(read, core, other.extra)
end

--- Returns how certainly two titles are one piece (0 to 1), and why. `a` and `b` are forms with
--- `core`, `extra` and, where the title has one, `work` (from movements.read).
function movements.likeness(a, b)
  local ours, theirs = a.work, b.work
  if not (ours or theirs) then return 0 end
  local value, note = of_parts(a, b)
  if value >= 0.8 then return value, note end
  local told = math.max(theirs and composed.tells(a, b, theirs) or 0,
    ours and composed.tells(b, a, ours) or 0)
  if told > value then return told, "the movement and its work, in other words" end
  return value, note
end

return movements
