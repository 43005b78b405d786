-- The hosts of pictures and sounds beside the services, `GET /media/HOST/PATH`, for `mixhost --mock
-- serve`. A mock names its own in `media`; the files of all others are covers drawn from the path.

local pictures = require("lib.mock.pictures")

local media = { hosts = {} }

-- `…/Title-of-the-Album/600x600bb.jpg`: the edge and the title are in the path.
local function artwork(parts)
  local edge = math.tointeger(tonumber((parts[#parts] or ""):match("^%d+"))) or 300
  local title = (parts[#parts - 1] or parts[#parts] or ""):gsub("-", " ")
  edge = math.min(300, math.max(30, edge))
  return pictures.cover(title, edge, edge)
end

-- Bytes that a host may send in place of a picture, for tests of those who show pictures to people.
-- The host belongs to nobody (RFC 2606).
local false_pictures = {
  ["page.png"] = function() return "<!doctype html><script>alert(1)</script>" end,
  ["drawing.svg"] = function()
    return "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"
  end,
  -- A small file that stands for 2,500 million points.
  ["bomb.png"] = function(cover)
    return cover:sub(1, 16) .. ("\0\0\xC3\x50"):rep(2) .. cover:sub(25)
  end,
  ["cut.png"] = function(cover) return cover:sub(1, 12) end,
  ["large.png"] = function(cover) return cover .. (" "):rep(12000000) end,
}
local moved = {
  away = "https://elsewhere.example/cover.png", inward = "https://127.0.0.1/cover.png",
}

media.hosts["pictures.example"] = function(parts)
  local name = parts[#parts] or ""
  if moved[name] then return { status = 302, headers = { Location = moved[name] } } end
  if name == "gone.png" then return { status = 404 } end
  local cover = pictures.file(name, 60, 60)
  return pictures.answer(false_pictures[name] and false_pictures[name](cover) or cover)
end

local function answer(request)
  local host, parts = request.parts.host, {}
  for part in request.path:gmatch("[^/]+") do parts[#parts + 1] = part end
  local hosts = media.hosts
  local of_host = hosts[host] or hosts[host:gsub("^[^.]*", "*")] or artwork
  return of_host({ table.unpack(parts, 3) })
end

media.mock = { is_unlimited = true, routes = { ["GET /media/:host/*"] = answer } }

return media
