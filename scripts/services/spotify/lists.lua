-- Reads lists of Spotify's answers page by page.

local text_of = require("lib.json_values").text
local requests = require("services.spotify.requests")

local lists = {}

--- Longest page that both contracts allow.
lists.page = 50
--- Most pages of any list: a little more than 100,000 items.
lists.most_pages = 2500

--- Calls `take` for each item of a list; returns nil and the error for anything but a list.
function lists.each(api, endpoint, list, take)
  if type(list) ~= "table" or type(list.items) ~= "table" then
    return requests.unknown(api, endpoint, "a list of items")
  end
  for _, item in ipairs(list.items) do take(item) end
  return #list.items
end

--- Whether another page follows.
function lists.has_next(list)
  return text_of(list.next) ~= nil
end

return lists
