-- trailers.lua detail: one film or series with its trailers.

local commands = require("lib.trailers.commands")
local detail_view = require("lib.trailers.detail_view")
local documents = require("lib.trailers.documents")
local tmdb = require("providers.tmdb")

local function parse()
  return commands.parse("detail", {
    summary = "One film or series with everything about it, the best trailer first.",
    positional = { { "title", help = "movie/ID or tv/ID, as list --json and browse show it" } },
    options = {
      { "language", default = "en", placeholder = "LL", help = "the language of trailers" },
      { "rules", default = "standard", placeholder = "NAME", help = "the rules of trailers" },
      { "trailers", type = "integer", min = 1, max = 100, default = 10, placeholder = "N",
        help = "how many trailers are shown" },
    },
    examples = {
      "mixhost scripts/trailers.lua detail movie/157336",
      "mixhost scripts/trailers.lua detail tv/1399 --rules classic --json",
    },
  })
end

return function()
  local args = parse()
  local kind, digits = args.title:match("^(%l+)/(%d+)$")
  local id = digits and #digits < 10 and math.tointeger(tonumber(digits))
  if (kind ~= "movie" and kind ~= "tv") or not id or id == 0 then
    commands.give_up(("detail takes movie/ID or tv/ID, such as movie/157336, not \"%s\""):format(
      args.title), 2)
  end
  if not args.language:find("^%l%l$") then
    commands.give_up(("--language takes two letters, such as en, not \"%s\""):format(
      args.language), 2)
  end
  local rules = mix.rules.load("trailers/" .. args.rules)
  local service = tmdb.open()
  local detail, stale = commands.during(service, function() return service:detail(kind, id) end)
  if not detail and stale.kind == "gone" then
    commands.give_up(("TMDB has no %s with the number %d"):format(
      kind == "movie" and "film" or "series", id))
  end
  commands.check(detail, stale)
  local wish = { language = args.language, original_language = detail.language }
  local trailers = rules:rank(detail.videos, wish)
  if args.json then
    print(mix.json.encode(documents.detail(detail, trailers, stale)))
  else
    for _, line in ipairs(detail_view.lines(detail, trailers, {
      width = mix.ui.is_terminal() and mix.ui.width() or nil, trailers = args.trailers,
    })) do print(line) end
    if stale then mix.ui.note("TMDB did not answer; this is what it said before") end
  end
  commands.attribute()
end
