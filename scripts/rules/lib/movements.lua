-- Reads titles of composed works: "Symphony No. 5 in C minor, Op. 67: I. Allegro con brio" is a
-- work with number, key and catalogue number, and one of its movements. Of an opera or a suite the
-- piece alone is often sold under its own name: "Turandot: Nessun dorma".

local spelling = require("rules.lib.spelling")
local numbers = require("rules.lib.numbers")
local wording = require("rules.lib.wording")
local text = mix.text

-- Catalogues of works, in the order in which a title would name them.
local catalogues = {
  bwv = "bwv", kv = "k", k = "k", op = "op", opus = "op", rv = "rv", hwv = "hwv", hob = "hob",
    d = "d",
  l = "l", s = "s", sz = "sz", woo = "woo", wab = "wab", twv = "twv", buxwv = "buxwv", wq = "wq",
    h = "h",
  kk = "kk", b = "b",
}
local modes = {
  major = "major", dur = "major", majeur = "major", maggiore = "major", mayor = "major",
  minor = "minor", moll = "minor", mineur = "minor", minore = "minor", menor = "minor",
}
-- What every second work has, and which names none of them.
local common = {
  allegro = true, adagio = true, andante = true, presto = true, largo = true, menuetto = true,
    minuet = true,
  scherzo = true, finale = true, rondo = true, prelude = true, overture = true, aria = true,
    intro = true,
  introduction = true, interlude = true, allegretto = true, vivace = true, lento = true,
    moderato = true,
  overtura = true, ouverture = true, praeludium = true, fugue = true, fuga = true, gigue = true,
  sarabande = true, allemande = true, courante = true, gavotte = true, kyrie = true, gloria = true,
  credo = true, sanctus = true, chorus = true, recitative = true, epilogue = true, prologue = true,
  theme = true, outro = true, part = true,
}

local function catalogue_of(s)
  for system, number in s:gmatch("%f[%w](%a+)%.? ?(%d+%a?)%f[^%w]") do
    local known = catalogues[system]
    if known and (#system > 1 or s:find("%f[%w]" .. system .. "%. ?%d")) then
      return known .. " " .. number
    end
  end
  return nil
end

local function key_of(s)
  local note, rest = s:match("%f[%w]in ([a-h])[%s%-]*([%a#♭♯]*[%s%-]*%a*)")
  if not note then
    note, rest = s:match("%f[%w]([a-h])[%s%-]+(%a+)%f[^%a]")
    if not (note and modes[rest]) then return nil end
    return note .. " " .. modes[rest]
  end
  local mode
  for word in rest:gmatch("%a+") do mode = mode or modes[word] end
  if not mode then return nil end
  local sign = (rest:find("sharp") or rest:find("#") or rest:find("♯")) and " sharp"
    or (rest:find("flat") or rest:find("♭")) and " flat" or ""
  return note .. sign .. " " .. mode
end

-- The words of a work without number, key and catalogue number.
local function bare_words(s)
  s = s:gsub(",? *%f[%w]in [a-h][%s%-]*%a*[%s%-]*%a*", " "):gsub(",? *%f[%w]%a+%.? ?%d+%a?%f[^%w]",
    " ")
  return spelling.key(s)
end

local function segments_of(s)
  local list = {}
  for part in (s .. ": "):gmatch("(.-): +") do
    part = spelling.tidy(part)
    if part ~= "" then list[#list + 1] = part end
  end
  return list
end

local movements = {}

--- Reads a title in lib.spelling's plain form. nil for one without a colon, number of a catalogue
-- or key. The result holds `work`, `number`, `key`, `catalogue` as far as they are told, and of a
-- movement `ordinal` and `piece`.
function movements.read(plain)
  local s = text.fold(plain)
  local catalogue, key = catalogue_of(s), key_of(s)
  local segments = segments_of(s)
  if not (catalogue or key) and #segments < 2 then return nil end
  local found = { catalogue = catalogue, key = key, composed = catalogue ~= nil or key ~= nil }
  found.number = s:match("%f[%w]no%.? ?(%d+)")
  local last = #segments > 1 and segments[#segments] or nil
  if last and (catalogue_of(last) and #segments == 2
    and not catalogue_of(segments[1])) then last = nil end
  if last then
    local ordinal, piece
    for index = #segments, 2, -1 do
      local sign, name = segments[index]:match("^(%w+)%. *(.*)$")
      sign = sign and numbers.of(sign)
      if sign then ordinal, piece = ordinal or sign, piece or (index == #segments and name
        or nil) end
    end
    found.ordinal = ordinal
    found.piece = spelling.key(piece or last)
    table.remove(segments)
  end
  found.work = bare_words(table.concat(segments, " "))
  return found
end

local function both_differ(a, b) return a ~= nil and b ~= nil and a ~= b end

--- Why two readings are two works or movements, in words; nil when nothing says so.
function movements.conflict(a, b)
  if not (a and b) then return nil end
  if both_differ(a.key, b.key) then return ("in %s, not %s"):format(b.key, a.key) end
  local one, other = a.catalogue, b.catalogue
  if both_differ(one, other) and one:match("^%a+") == other:match("^%a+") then
    return ("%s, not %s"):format(other, one)
  end
  if a.composed and b.composed then
    if both_differ(a.number, b.number) and not (one and one == other) then
      return ("number %s, not %s"):format(b.number, a.number)
    end
    if both_differ(a.ordinal, b.ordinal) then return ("movement %s, not %s"):format(b.ordinal,
      a.ordinal) end
  end
  return nil
end

local function is_common(piece)
  for word in piece:gmatch("%a+") do
    if not common[word] then return false end
  end
  return true
end

local function alike(a, b)
  return a == b or wording.same(a, b) > 0 or text.ratio(a, b) >= 0.85
end

-- Two composed works: the work by its catalogue number or its words, the movement by number or
-- name.
local function of_works(a, b)
  local same_work = a.catalogue and a.catalogue == b.catalogue or a.key and a.key == b.key
    and alike(a.work, b.work)
  if not same_work then return 0 end
  if not a.piece and not b.piece then return 0.96, "the same work" end
  if not (a.piece and b.piece) then return 0 end
  if alike(a.piece, b.piece) then return 0.97, "the same movement" end
  if a.ordinal and a.ordinal == b.ordinal then return 0.9, "the movement of that number" end
  return 0
end

--- How surely two titles are one piece (0 to 1), and why. `a` and `b` are forms with `core` and,
-- where the title has one, `work` (from movements.read).
function movements.likeness(a, b)
  if not (a.work or b.work) then return 0 end
  if a.work and b.work and a.work.composed and b.work.composed then return of_works(a.work,
    b.work) end
  if not (a.work and b.work) then
    -- "Die Forelle, D. 550": the number of a catalogue on one side only.
    local read, core = a.work or b.work, a.work and b.core or a.core
    if read.catalogue and not read.piece and wording.same(read.work, core) > 0 then
      return 0.96, "the same but for the catalogue's number"
    end
  end
  local piece, other = a.work and a.work.piece, b.core
  if b.work and b.work.piece then piece, other = b.work.piece, a.work and a.work.piece or a.core end
  if not piece or piece ~= other and wording.same(piece, other) == 0 then return 0 end
  if is_common(piece) then return 0.6, "a movement that many works have" end
  return 0.9, "the piece without its work"
end

return movements
