-- Reads from which film, series or game a song comes: 'From "Frozen"', 'aus "Der blaue Engel"'.
-- Several songs have one title ("Main Theme"): their sources tell them apart.

local memo = require("rules.lib.memo")
local numbers = require("rules.lib.numbers")
local set_of = require("lib.set_of")
local spelling = require("rules.lib.spelling")
local text = mix.text

local sources = {}

-- Words of such remarks that do not name the source.
local fillers = set_of([[the a original motion picture film movie soundtrack ost score music
  musical series tv show game video album season und and from official audio lyrics]])
-- Words of a release: such a remark names no source.
local releases = set_of("album ep single vault lp session sessions live concert")
-- Words before a name in quotes that lead to a source.
local leads = set_of([[from aus du de des del dal dalla da di van fra film movie picture
  soundtrack ost theme musical series]])

-- The words of a name that tell it from others, and all that it has.
local function words_of(name)
  local list, others = {}, {}
  for word in spelling.key(name):gmatch("%S+") do
    local into = fillers[word] and others or list
    into[#into + 1] = numbers.of(word) or word
  end
  return #list > 0 and list or others
end

--- Returns the source that a folded remark names: {lead (the word before it), words}; nil for other
--- remarks.
sources.of = memo(function(remark)
  local lead = remark:match("^%a+")
  local before, name = remark:match('^(%a[%a ]*) "([^"]+)"')
  local is_led = name == nil
  name = name or remark:match("^from (.+)$")
  if not name then return false end
  for word in (before or name):gmatch("%a+") do
    if releases[word] then return false end
    is_led = is_led or leads[word]
  end
  local words = words_of(name)
  return is_led and #words > 0 and { lead = lead, words = words } or false
end, 512)

-- Whether each word of a list is in another one, perhaps with a slip of the pen.
local function within(list, others)
  for _, word in ipairs(list) do
    local found = false
    for _, other in ipairs(others) do
      found = found or word == other
        or #word > 3 and not word:find("%d") and text.ratio(word, other) >= 0.8
    end
    if not found then return false end
  end
  return true
end

-- Whether what one name has beyond the other is a number: "Frozen", "Frozen 2".
local function counts_further(short, long)
  return #long == #short + 1 and long[#long]:find("^%d+$") ~= nil
end

--- Whether two sources are the same; nil where one of them is not known.
function sources.same(a, b)
  if not (a and b) then return nil end
  local short, long = a.words, b.words
  if #short > #long then short, long = long, short end
  return within(short, long) and not counts_further(short, long)
end

--- Whether an album is named as a source is; nil where either is not known, or another album is no
--- soundtrack. `album`: a key.
function sources.on_album(source, album)
  if not (source and album) then return nil end
  if within(source.words, words_of(album)) then return true end
  if album:find("soundtrack", 1, true) or album:find("%f[%w]ost%f[%W]") then return false end
end

return sources
