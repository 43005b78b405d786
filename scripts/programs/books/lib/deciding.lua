-- The user's decision about a book in doubt.

local covers = require("programs.books.lib.covers")

local deciding = {}

-- A candidate's cover is looked at when it is taken, not for all that are shown.
local function without_blank_cover(candidate)
  local look = candidate and candidate.fields.cover and covers.look(candidate.fields.cover)
  if look and not look.shown then candidate.fields.cover = nil end
end

--- Keeps a decision: "accept" with a candidate, "skip" or "none". Returns the work; nil and the
-- error.
function deciding.decide(work, verdict, candidate)
  without_blank_cover(candidate)
  local decided, err = mix.library.decide(work.id, verdict, candidate, {
    score = candidate and candidate.score,
  })
  if decided then mix.events.emit("decided", { work = work.id, decision = verdict }) end
  return decided, err
end

return deciding
