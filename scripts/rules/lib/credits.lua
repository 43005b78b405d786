-- Parses an artist credit: "A feat. B", "A, B & C", "A x B", "A (feat. B)". A credit is split first
-- at words such as "feat."; only a credit without one is split at commas and "&", because "Earth,
-- Wind & Fire feat. The Emotions" names two. Credits are compared as sets of the smallest parts, so
-- splitting "Simon & Garfunkel" on both sides does no harm.

local generations = require("rules.lib.generations")
local spelling = require("rules.lib.spelling")
local memo = require("rules.lib.memo")

-- The words that join names, in lower case. Every word has spaces around it, also " / " and " + ",
-- which without spaces are part of names such as AC/DC.
local explicit = {
  " duet with ", " feat%.? ", " ft%.? ", " featuring ", " w/ ?", " with ", " mit ", " avec ",
  " vs%.? ", " x ",
}
local implied = {
  " and ", " ?& ?", " %+ ", " / ", " ?; ?", ", ", " et ", " und ", " och ", " og ", " и ", " y ",
  " e ",
}
-- Letters that join names may end one as well: "Lil Lune X", "Ada E".
local letters = { [" x "] = true, [" y "] = true, [" e "] = true }

-- The place of the first joining word from a list of patterns; nil without one.
local function joint_in(lower, joints)
  local first, last
  for _, joint in ipairs(joints) do
    local from, to = lower:find(joint)
    -- In "Lil Lune X ft. Bo" and "Lil Lune X & Bo" the letter belongs to the name.
    if letters[joint] and from
      and (lower:find("^fe?a?t%a*%.? ", to + 1) or lower:find("^[&/%+] ", to + 1)
        or lower:find("^and ", to + 1)) then
      from = nil
    end
    if from and (not first or from < first) then first, last = from, to end
  end
  return first, last
end

-- Splits a text at its joining words, which are found in lower case and cut from the original.
local function split(s, joints)
  local first, last = joint_in(s:lower(), joints)
  if not first then return { s } end
  local parts = {}
  repeat
    parts[#parts + 1] = s:sub(1, first - 1)
    -- The space after a joining word may begin the next one: "A, with B".
    s = " " .. s:sub(last + 1)
    first, last = joint_in(s:lower(), joints)
  until not first
  parts[#parts + 1] = s
  return parts
end

-- Reads "(feat. B)" as " feat. B", and drops other brackets: "SOLTO (FR)" is SOLTO.
local function without_brackets(s)
  if not s:find("[%(%[]") then return s end
  local opened = s:gsub("[%(%[]%s*(([%a/]+)[^%)%]]*)[%)%]]", function(words, first)
    return joint_in(" " .. first:lower() .. " ", explicit) and " " .. words or nil
  end)
  return (opened:gsub("%b()", " "):gsub("%b[]", " "))
end

-- Whether a text has neither a joining word nor a bracket; most credits are one name.
local function is_single(s)
  if s:find("[,;&%+/%(%[\"]") or s:find(" и ", 1, true) then return false end
  local lower = s:lower()
  if not lower:find(" [aefmouvwxy]") then return true end
  return not (lower:find(" f[et]") or lower:find(" with ", 1, true) or lower:find(" vs", 1, true)
    or lower:find(" [exy] ") or lower:find(" mit ", 1, true)
    or lower:find(" avec ", 1, true) or lower:find(" and ", 1, true) or lower:find(" et ", 1, true)
    or lower:find(" und ", 1, true) or lower:find(" o[cg]h? "))
end

local credits = {}

-- Names of catalogues and languages for the artists of a compilation, as keys.
local various = {}
for name in ([[
  various; soundtrack; original soundtrack; v a; va;
  various artist; diverse; verschiedene; verschiedene interpreten;
  verschiedene kunstler; artistes divers; divers; multi interpretes; varios; varios artistas;
  varios interpretes; artisti vari; aa vv;
  diverse artister; diverse artiesten; blandade artister; vari; diverse interpreten;
  artistes varies; div artists; различные исполнители; разные исполнители; сборник; різні виконавці;
  オムニバス; ヴァリアス アーティスト; 群星; 合辑; 合輯; rozni wykonawcy; ruzni interpreti;
]]):gmatch("%s*([^;\n]+)") do
  various[name] = "various artists"
end

-- Words for an artist that is not named, as keys.
local nobody = { ["various artists"] = true }
for name in ([[
  unknown; unknown artist; anonymous; n a; none; null; nan; undefined; not available; no artist;
  artist unknown;
  unbekannt; unbekannter interpret; artiste inconnu; desconocido; artista desconocido
]]):gmatch("%s*([^;]*%w)") do
  nobody[name] = true
end

--- Whether a parsed credit names nobody: "Various Artists", "Unknown Artist".
function credits.is_nobody(credit) return nobody[credit.whole] == true end

--- The form in which a name is compared: "The Weeknd" becomes "weeknd", "Various" one of its names.
function credits.key(name)
  local key = spelling.key(spelling.destyled(name))
  if various[key] then return various[key] end
  return key:sub(1, 4) == "the " and key:match("^the (.+)") or key
end

-- Adds the names of a list of parts, each once, as keys and as spelled.
local function add(parts, set, keys, spelled)
  for _, part in ipairs(parts) do
    local name = spelling.tidy(part)
    local key = name ~= "" and credits.key(name) or ""
    if key ~= "" and not set[key] then
      set[key] = true
      -- A nickname between the names is left out by others: 'Ada "Boat" Lune'.
      local before, after = name:match('^(%S.-) "[^"]+" (%S.*)$')
      if before then set[credits.key(before .. " " .. after)] = true end
      keys[#keys + 1] = key
      spelled[#spelled + 1] = name
    end
  end
end

-- Removes the comma before what belongs to a name: "Ada Lune, Jr.".
local function without_comma(s)
  if not s:find(",", 1, true) then return s end
  s = s:gsub("^([^,]+), [Tt]he$", "%1")
  return (s:gsub(",( [%a\x80-\xff]+%.?)%f[^%w\x80-\xff%.]", function(word)
    return generations.is_ending(word:sub(2)) and word or nil
  end))
end

-- Returns the smallest names of the parts: keys in order, and as a set.
local function people_of(parts)
  local set, keys, spelled = {}, {}, {}
  for _, part in ipairs(parts) do add(split(part, implied), set, keys, spelled) end
  return keys, set, spelled
end

--- Returns the smallest names of a credit as keys, each once, in order: "A & B feat. C" gives a, b,
--- c.
function credits.people(list)
  local plain = spelling.plain(list)
  if is_single(plain) then return plain ~= "" and { credits.key(plain) } or {} end
  return (people_of(split(without_brackets(plain), explicit)))
end

-- Endings of the names of channels: "AdaLuneVEVO", "Ada Lune - Topic".
local channels = {
  "VEVO", " - Topic", " Official", " Official Channel", " Oficial", " Officiel", " Ufficiale",
  " Offiziell",
}

local function without_channel(s)
  if not s:find("[Ocle]$", -1) then return s end
  for _, ending in ipairs(channels) do
    local name = s:sub(-#ending) == ending and s:sub(1, -#ending - 1)
    if name and name:find("%S$") then return name end
  end
  return s
end

-- Sets a slash between two names apart, as tags of files write it: "Ada Lune/Bo"; not that of a
-- name, "AC/DC".
local function with_slashes(s)
  if not s:find("/", 1, true) or not s:find(" ", 1, true) then return s end
  return (s:gsub("(%w%w%w)/(%f[%u]%w%w%w)", "%1 / %2"))
end

--- Parses a credit: `whole` (its key), `people` (the smallest names as keys, the main artist first;
--- `set`: the same as a set), `written` (in lib.spelling's plain form), `spelled` (the names as
--- written, split only at words such as "feat." where there is one).
credits.parse = memo(function(raw)
  local written = spelling.plain(raw)
  local plain = without_comma(without_channel(written))
  local whole = credits.key(plain)
  if is_single(plain) then
    return {
      whole = whole, people = { whole }, set = { [whole] = true }, spelled = { plain },
      written = written,
    }
  end
  local parts = split(without_brackets(with_slashes(plain)), explicit)
  local people, set, spelled = people_of(parts)
  if #people == 0 then people, set, spelled = { whole }, { [whole] = true }, { raw } end
  if #parts > 1 then
    spelled = {}
    add(parts, {}, {}, spelled)
  end
  return { whole = whole, people = people, set = set, spelled = spelled, written = written }
end, 1024)

return credits
