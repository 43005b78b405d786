-- Blocking keys of rows of any table: words of each column, pairs of them, codes and numbers whole,
-- and the beginning of each text, so that a slip further on costs no pair.

local fields = require("rules.lib.fields")
local words = require("rules.lib.block_words")

-- As many keys as a row may have.
local most_keys = 64

return {
  kind = "block",
  name = "records",
  doc = "Words of each column, pairs of them, and the beginning of each.",
  fields = {},
  keys = function(record)
    local keys, names = words.new(), {}
    for name in pairs(record) do names[#names + 1] = name end
    table.sort(names)
    local most = math.max(1, math.min(8, (most_keys // math.max(1, #names) - 2) // 2))
    for _, name in ipairs(names) do
      if #keys.list + 2 * most + 2 > most_keys then break end
      local found = words.of(fields.text(record[name], " "))
      -- Words meet across columns: one table may keep the maker in the title.
      keys:each("w", found, most)
      keys:pairs("w", found, most)
      keys:whole(name, found)
      local start = table.concat(found):sub(1, 5)
      if #found > 0 and #start == 5 then keys:add(name .. "^" .. start) end
    end
    return keys.list
  end,
}
