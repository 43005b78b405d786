-- The medium of a release: what Discogs writes as "2xLP, Album", MusicBrainz as '12" Vinyl', and
-- people as "(Vinyl)" behind the title.

local memo = require("rules.lib.memo")
local spelling = require("rules.lib.spelling")
local versions = require("rules.lib.versions")
local text = mix.text

local media = {}

-- The signs of each medium in folded text. "CD 2" is the second disc, not a medium.
local signs = {
  vinyl = { "vin[iy]l", "%f[%w]%d*x?lps?%f[%W]", "%f[%d]%d%d?[\"”]", "%f[%w]%d%d?%-? ?inch",
    "schallplatte", "shellac", "пластинка", "винил", "lathe" },
  cd = { "%f[%w]%d*x?cds?%f[%W]", "%f[%w]cd%-?r%f[%W]", "compact dis", "%f[%w]%d*x?sacd%f[%W]",
    "%f[%w]%d*x?hdcd%f[%W]" },
  cassette = { "%f[%w]%d*x?cass", "%f[%w]caset", "kassette", "%f[%w]k7%f[%W]",
    "%f[%w]mc%f[%W]", "кассета" },
  digital = { "digital", "%f[%w]%d*x?files?%f[%W]", "download", "%f[%w]flac%f[%W]",
    "%f[%w]mp3%f[%W]", "stream" },
  video = { "%f[%w]%d*x?dvd", "blu%-? ?ray", "%f[%w]vhs%f[%W]", "laserdisc" },
}

--- Returns the medium that a text names first: vinyl, cd, cassette, digital, video; nil for none.
media.of = memo(function(raw)
  local folded = text.fold(raw)
  local found, first = nil, math.huge
  for medium, patterns in pairs(signs) do
    for _, pattern in ipairs(patterns) do
      local place = folded:find(pattern)
      if place and place < first then found, first = medium, place end
    end
  end
  return found or false
end, 512)

-- The longest remark about a medium, in bytes: "180 gram, limited edition vinyl".
local longest = 40

--- Removes a remark about the medium from the end of a title: "Blue [LP]". Returns the rest and the
--- medium; the title itself and nil without one.
function media.take(title)
  local before, remark = title:match("^(.-%S)%s*[%(%[]([^%(%)%[%]]+)[%)%]]%s*$")
  local lower = before and remark:lower()
  -- "(1981 Digital Recording)" and "(Digitally Remastered)" tell how it was made.
  local is_short = before and #remark <= longest
    and not (lower:find("%f[%w]cd%s*%d") or lower:find("digital%a* re[cm]"))
  local medium = is_short and media.of(remark)
  if not medium then return title, nil end
  -- "Live DVD" says more than the medium.
  local rest = text.fold(remark):gsub("%S+", function(word) return media.of(word) and "" end)
  return versions.tags(spelling.tidy(rest)) and ("%s (%s)"):format(before, rest) or before, medium
end

return media
