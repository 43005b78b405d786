-- Lists of Spotify's answers, page by page.

local text_of = require("lib.json_values").text
local requests = require("providers.spotify.requests")

local lists = {}

--- The longest page of both contracts.
lists.page = 50
--- The most pages of any list: 100,000 items and some.
lists.most_pages = 2500

--- Calls `take` for each item of a list; nil and the error when there is no such list.
function lists.each(api, endpoint, list, take)
  if type(list) ~= "table" or type(list.items) ~= "table" then
    return requests.unknown(api, endpoint, "a list of items")
  end
  for _, item in ipairs(list.items) do take(item) end
  return #list.items
end

--- Whether a page follows.
function lists.has_next(list)
  return text_of(list.next) ~= nil
end

return lists
