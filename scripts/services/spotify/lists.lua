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

-- A parameter of the address of the next page.
local function parameter(list, name)
  local address = text_of(list.next)
  return address and address:match("[?&]" .. name .. "=([^&]*)")
end

--- Returns the offset of the next page; nil at the end. `asked`: {offset, limit} of this one. A
--- page may have fewer items than its limit, as Spotify filters them after it counts.
function lists.next_offset(list, asked)
  if not text_of(list.next) then return nil end
  local limit = math.tointeger(list.limit) or asked.limit
  local offset = math.tointeger(tonumber(parameter(list, "offset"))) or asked.offset + limit
  -- An empty page is an end, unless the list is longer by its own count.
  local total = math.tointeger(list.total) or 0
  if offset <= asked.offset or #list.items == 0 and offset >= total then return nil end
  return offset
end

--- Returns the cursor of the next page; nil at the end.
function lists.next_cursor(list)
  local cursors = type(list.cursors) == "table" and list.cursors or {}
  return text_of(list.next) and (text_of(cursors.after) or parameter(list, "after"))
end

return lists
