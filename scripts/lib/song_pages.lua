-- Reads all songs of a music server page by page, each song once: songs that are added meanwhile
-- move others to the next page, and a server that does not know offsets sends the same page for
-- ever.

-- The pages in a row without a new song after which no other is asked for.
local most_idle = 3

-- The songs of a page that no earlier one had.
local function unseen(page, seen)
  local found = {}
  for _, song in ipairs(page) do
    if not seen[song.id] then found[#found + 1], seen[song.id] = song, true end
  end
  return found
end

--- Calls `take(songs, left_out)` for each page; `left_out`: the names of entries that are not
--- songs. Returns true; nil and the error.
return function(service, take)
  local offset, idle, seen = 0, 0, {}
  repeat
    local page, sent, left_out = service:songs(offset)
    if not page then return nil, sent end
    local songs = unseen(page, seen)
    if #page > 0 and #songs == 0 then break end
    idle = #songs > 0 and 0 or idle + 1
    take(songs, left_out)
    offset = offset + sent
  until sent == 0 or idle == most_idle
  return true
end
