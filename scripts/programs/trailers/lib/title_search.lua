-- Films and series by the words of their titles, or by what IMDb and TVDB call them.

local listing = require("programs.trailers.lib.listing")
local routes = require("programs.trailers.lib.routes")
local title_names = require("programs.trailers.lib.title_names")

local title_search = {}

--- The list of titles that a text finds. Options: `type`, a content type of the filter (default:
-- all); `year`, of the first release; `most`, how many titles there may be.
function title_search.open(service, text, options)
  local name = title_names.read(text)
  if name and name.source then return listing.by_identifier(service, name) end
  local requests, order = routes.by_title(text, options.type or "all", options.year)
  return listing.of(service, requests, order, options.most)
end

return title_search
