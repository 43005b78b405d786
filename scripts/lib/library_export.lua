-- The export that the server sends piece by piece.

local library_export = {}

local pieces

--- Begins an export and returns its first piece. `status`: empty for all works.
function library_export.first(format, kind, status, compare)
  local iterator, err = mix.library.export({
    format = format, kind = kind, status = status ~= "" and status or nil,
    compare = compare == "true",
  })
  if not iterator then error(err.message, 0) end
  pieces = iterator
  return library_export.next()
end

--- Returns the next piece; nil at the end.
function library_export.next() return (pieces()) end

return library_export
