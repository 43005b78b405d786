-- The keys of the records of channels and videos, and steps that are whole.

local feed_keys = {}

-- The longest id that is a part of a key itself: addresses of feeds may be longer than a key.
local longest_id = 100

--- The key of a record of an account.
function feed_keys.of(account, id)
  return account.key .. " " .. (#id > longest_id and mix.crypto.sha256(id):sub(1, 40) or id)
end

--- Several reads and writes as one step. A failure to save ends the run.
function feed_keys.together(work) return assert(mix.store.transaction(work)) end

return feed_keys
