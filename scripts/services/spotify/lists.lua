-- Reads lists of Spotify's answers page by page.

local json_values = require("lib.json_values")
local requests = require("services.spotify.requests")

local text_of = json_values.text

local lists = {}

--- Longest page that both contracts allow.
lists.page = 50
-- Most pages of any list: a little more than 100,000 items; and most in a row without a new one.
local most_pages, most_idle = 2500, 3

--- Returns `read(item)` for the items of a list, at most `limit` of them; nil and the error for
--- anything but a list.
function lists.items(api, endpoint, list, read, limit)
  if type(list) ~= "table" or type(list.items) ~= "table" then
    return requests.unknown(api, endpoint, "a list of items")
  end
  return json_values.each(list.items, read, limit)
end

--- Returns a `read` that gives a result of each id once: a list that grows while it is read shows
--- its items again on the next page.
function lists.once(read)
  local seen = {}
  return function(item)
    local found = read(item)
    if not found or seen[found.id] then return nil end
    seen[found.id] = true
    return found
  end
end

--- Returns `read(item)` for the items of all pages until there are `limit`; nil and the error.
--- `ask(place, most)` returns a page and the query that it answers, or nil and the error;
--- `following(list, query)` returns the place of the next page, which is nil for the first one.
function lists.all(api, endpoint, limit, following, ask, read)
  local found, place, idle = {}, nil, 0
  for _ = 1, most_pages do
    local list, asked = ask(place, math.min(lists.page, limit - #found))
    if not list then return nil, asked end
    local items, problem = lists.items(api, endpoint, list, read)
    if not items then return nil, problem end
    table.move(items, 1, #items, #found + 1, found)
    place = following(list, asked)
    idle = #items > 0 and 0 or idle + 1
    if not place or #found >= limit or idle == most_idle then break end
  end
  return found
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

--- Returns the cursor of the next page; nil at the end. `asked`: {after} of this one.
function lists.next_cursor(list, asked)
  local cursors = type(list.cursors) == "table" and list.cursors or {}
  local after = text_of(list.next) and (text_of(cursors.after) or parameter(list, "after"))
  return after ~= asked.after and after or nil
end

return lists
