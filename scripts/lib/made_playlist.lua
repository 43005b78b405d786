-- Finds a playlist on a music server that was made without its answer: lost on its way, or without
-- the playlist in it.

local equal_lists = require("lib.equal_lists")

--- Returns the identifier of a playlist with this name and exactly these songs; false when there is
--- none; nil and the error. A second one of the same content is as good as the first. `service` has
--- the methods `playlists` and `playlist`, which tells the identifiers of its entries (`ids`).
return function(service, name, ids)
  local list, err = service:playlists()
  if not list then return nil, err end
  for place = #list, 1, -1 do
    if list[place].name == name and (list[place].tracks or #ids) == #ids then
      local playlist = service:playlist(list[place].id)
      if playlist and equal_lists(playlist.ids, ids) then return list[place].id end
    end
  end
  return false
end
