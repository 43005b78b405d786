-- Whether one title denies what the other says: "I Can't Stop" and "I Can Stop", "The Unknown Sea"
-- and "The Known Sea". Letters hardly tell them apart.

local memo = require("rules.lib.memo")
local set_of = require("lib.set_of")
local text = mix.text

local negation = {}

local denying = set_of([[
  no not never without nor cannot non nicht nie kein keine keinen ohne pas jamais sans nunca sem
  senza mai niet geen zonder не нет без
]])
-- Keys have no apostrophes: "don't" is "dont".
for verb in ([[
  ca do wo is are was were did does has have had could would should must ai
]]):gmatch("%a+") do
  denying[verb .. "nt"] = true
end

local prefixes = { "un", "in", "im", "il", "ir", "dis", "non" }

-- The words of a key as a set, and those that deny. "No 5" is a number, "can t" has lost its sign.
local read = memo(function(key)
  local set, denials = {}, {}
  key = key:gsub("n t%f[^%w]", "nt")
  for word, after in key:gmatch("(%S+)()") do
    set[word] = true
    if denying[word] and not (word == "no" and key:find("^ %d", after)) then
      denials[#denials + 1] = word
    end
  end
  return { set = set, denials = denials }
end, 512)

-- Whether one of the words stands in the other title with a slip of the pen.
local function has_slip(words, other)
  for _, word in ipairs(words) do
    for near in pairs(#word > 3 and other.set or {}) do
      if #near > 3 and not denying[near] and text.ratio(word, near) >= 0.75 then return true end
    end
  end
  return false
end

-- Whether the first has a word that is denied in the second.
local function denied(a, b)
  for word in pairs(a.set) do
    for _, prefix in ipairs(#word > 3 and not b.set[word] and prefixes or {}) do
      if b.set[prefix .. word] then return true end
    end
  end
  return false
end

--- Whether two keys differ by a word that denies.
function negation.differ(a, b)
  local ours, theirs = read(a), read(b)
  if #ours.denials ~= #theirs.denials then
    return not (has_slip(ours.denials, theirs) or has_slip(theirs.denials, ours))
  end
  return denied(ours, theirs) or denied(theirs, ours)
end

return negation
