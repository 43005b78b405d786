-- The ways in which people name a title on the command line: TMDB's number, an identifier of
-- another service, or an address.

local title_names = {}

local sites = {
  { "themoviedb%.org/(movie)/0*(%d+)" }, { "themoviedb%.org/(tv)/0*(%d+)" },
  { "imdb%.com/title/(tt%d+)", "imdb" }, { "imdb%.com/%a%a/title/(tt%d+)", "imdb" },
}

-- TMDB numbers its titles with 32 bits.
local largest = 0x7FFFFFFF

local function number(kind, digits)
  if digits == "" then return nil end
  local is_small = #digits <= 10 and tonumber(digits) <= largest
  return { type = kind, id = is_small and math.tointeger(tonumber(digits)) or nil, digits = digits }
end

--- The title of a text: {type, id} at TMDB, `id` missing where the number in `digits` is larger
-- than any; or {source, id} of "imdb" or "tvdb". nil when it is neither.
function title_names.read(text)
  if text:find("^https?://") then
    for _, site in ipairs(sites) do
      local first, second = text:match(site[1])
      if first and site[2] then return { source = site[2], id = first } end
      if first then return number(first, second) end
    end
    return nil
  end
  local kind, digits = text:match("^(%l+)/0*(%d*)$")
  if kind == "movie" or kind == "tv" then return number(kind, digits) end
  local bare = text:match("^[Ii][Mm][Dd][Bb]:(.+)$") or text
  if bare:find("^tt%d+$") and #bare <= 12 then return { source = "imdb", id = bare } end
  local tvdb = text:match("^[Tt][Vv][Dd][Bb]:(%d+)$")
  if tvdb and #tvdb <= 10 then return { source = "tvdb", id = tvdb } end
  return nil
end

--- Returns the title {type, id} at TMDB of what `read` gave; nil and the error, of kind "not_found"
--- when TMDB has none that another service calls so.
function title_names.find(service, name)
  if not name.source then return { type = name.type, id = name.id } end
  local items, info = service:find(name.source, name.id)
  if not items then return nil, info end
  if items[1] then return items[1] end
  return nil, { kind = "not_found", message = ("TMDB has no film or series that %s calls %s")
    :format(name.source == "imdb" and "IMDb" or "TVDB", name.id) }
end

return title_names
