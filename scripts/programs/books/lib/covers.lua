-- Covers: whether an address shows one, for services send a blank where they have none; and the
-- image.

local failure = require("lib.failure")
local json_answers = require("lib.json_answers")
local web_address = require("lib.web_address")

local covers = { name = "covers", title = "covers", upstream = "covers" }

--- The largest image, in bytes.
covers.most_bytes = 5000000

-- Blanks are a point or a few; the smallest covers are 38 by 50.
local least_edge = 20
local ttl = "30d"

local function number(bytes, place, format)
  return #bytes >= place + 1 and string.unpack(format, bytes, place) or 0
end

-- JPEG (ITU-T T.81, B.2): its size stands in a frame header, behind segments of known lengths.
local function jpeg_size(bytes)
  local place = 3
  while place + 9 <= #bytes do
    local mark, kind = bytes:byte(place, place + 1)
    if mark ~= 0xFF then return 0, 0 end
    local is_frame = kind >= 0xC0 and kind <= 0xCF
      and kind ~= 0xC4 and kind ~= 0xC8 and kind ~= 0xCC
    if is_frame then return number(bytes, place + 7, ">I2"), number(bytes, place + 5, ">I2") end
    place = place + 2 + number(bytes, place + 2, ">I2")
  end
  return 0, 0
end

-- Two numbers of a format.
local function pair(bytes, format, place)
  local width, height = string.unpack(format, bytes, place)
  return width, height
end

--- Width and height of a JPEG, PNG, GIF or WebP in points; 0, 0 for anything else.
function covers.size(bytes)
  if bytes:sub(1, 3) == "\xFF\xD8\xFF" then return jpeg_size(bytes) end
  if bytes:sub(1, 8) == "\x89PNG\r\n\x1A\n" and #bytes >= 24 then
    return pair(bytes, ">I4I4", 17)
  end
  if bytes:sub(1, 4) == "GIF8" and #bytes >= 10 then return pair(bytes, "<I2I2", 7) end
  if bytes:sub(9, 16) == "WEBPVP8 " and #bytes >= 30 then
    local width, height = pair(bytes, "<I2I2", 27)
    return width & 0x3FFF, height & 0x3FFF
  end
  return 0, 0
end

-- The first bytes of an image: JPEG, PNG, GIF, WebP.
local beginnings = {
  { "^\xFF\xD8\xFF", "jpg" }, { "^\x89PNG\r\n\x1A\n", "png" }, { "^GIF8[79]a", "gif" },
  { "^RIFF....WEBP", "webp" },
}

--- The ending of an image's file: jpg, png, gif or webp; nil for anything else, whatever a server
-- calls it.
function covers.kind(bytes)
  for _, entry in ipairs(beginnings) do
    if bytes:find(entry[1]) then return entry[2] end
  end
  return nil
end

-- Asks for an image. Its address comes from a service or a file: one that may not be asked costs
-- its book alone.
local function get(address, options)
  if not web_address.of_web(address) then
    return nil, { kind = "denied", message = "no address of the web" }
  end
  return failure.caught(mix.http.get, address, options)
end

-- Whether the bytes of an image show anything. The size of some WebP images is not read.
local function shows(bytes, kind)
  local width, height = covers.size(bytes)
  return width == 0 and kind == "webp" or width >= least_edge and height >= least_edge
end

--- Brings an image. Returns its bytes and its file's ending; nil and why it is not saved, and the
-- error of a request that got no answer.
function covers.bring(address)
  -- Kept as a file: the cache need not have it, too.
  local response, err = get(address, { ttl = 0, max_bytes = covers.most_bytes })
  if not response then return nil, failure.short(err), err end
  if not response.ok then return nil, ("HTTP status %d"):format(response.status) end
  local kind = covers.kind(response.body)
  if not kind then return nil, "no image" end
  if not shows(response.body, kind) then return nil, "a blank" end
  return response.body, kind
end

-- The error of an answer that does not say whether there is an image: a refusal, which those who
-- ask often get for some minutes, a fault of the service, or a page of another one.
local function fault_of(response)
  local fault = failure.of_status(covers, response.status)
  if fault.kind == "forbidden" then fault.class = "passing" end
  if response.ok then
    return json_answers.is_page(response)
      and failure.new(covers, "portal", "covers: a web page came where an image belongs") or nil
  end
  return not failure.is_of_question(fault) and fault or nil
end

--- Looks at an image. Returns {shown, cached}; nil and the error when nothing is known of it.
--- `reload`: bypasses the cache.
function covers.look(address, reload)
  local response, err = get(address, {
    ttl = ttl, max_bytes = covers.most_bytes, retry = false, reload = reload,
  })
  if not response then return nil, err end
  local cached, fault = response.source ~= "live", fault_of(response)
  if fault and cached then return covers.look(address, true) end
  if fault then return nil, fault end
  local kind = covers.kind(response.body)
  return { shown = kind ~= nil and shows(response.body, kind), cached = cached }
end

return covers
