-- Blocking keys of people: words of each name and their consonants, as names of other scripts have
-- several spellings; initials; the day of birth.

local words = require("rules.lib.block_words")

local function name_keys(keys, name)
  keys:name("n", name)
  keys:each("n", name, 6)
  keys:pairs("n", name, 4)
  for index = 2, #name do keys:bones("w", { name[index] }) end
  local last = name[#name]
  if #name > 1 then keys:add("f:" .. name[1]:sub(1, 1) .. " " .. last:sub(1, 3)) end
end

return {
  kind = "block",
  name = "people",
  doc = "Words of all names and their consonants, initials, the day of birth.",
  fields = { "name", "also_known_as", "born" },
  keys = function(record)
    local keys = words.new()
    name_keys(keys, words.of(record.name))
    for _, name in ipairs(words.names(record.also_known_as)) do name_keys(keys, name) end
    local day = tostring(record.born or ""):match("%d%d%d%d%-%d%d%-%d%d")
    if day then keys:add("b:" .. day) end
    return keys.list
  end,
}
