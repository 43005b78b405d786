-- mixhost trailers detail: one film or series with its trailers.

local commands = require("programs.trailers.lib.commands")
local detail_view = require("programs.trailers.lib.detail_view")
local documents = require("programs.trailers.lib.documents")
local last_result = require("lib.last_result")
local options = require("programs.trailers.lib.options")
local tmdb = require("providers.tmdb")
local words = require("programs.trailers.lib.words")

local function parse()
  return commands.parse("detail", {
    summary = "One film or series with everything about it, the best trailer first.",
    positional = { { "title", help = "movie/ID or tv/ID, as list --json and browse show it" } },
    options = {
      options.of_trailers[1], options.of_trailers[2],
      { "trailers", type = "integer", min = 1, max = 100, default = 10, placeholder = "N",
        help = "how many trailers are shown" },
    },
    examples = {
      "$0 detail movie/157336",
      "$0 detail tv/1399 --rules classic --json",
    },
  })
end

local function unknown(kind, digits)
  mix.ui.fail(("TMDB has no %s with the number %s"):format(
    kind == "movie" and "film" or "series", digits))
end

-- The kind and the number that the arguments name; whatever else they do ends the script.
local function wanted(args)
  local kind, digits = args.title:match("^(%l+)/0*(%d+)$")
  if (kind ~= "movie" and kind ~= "tv") or digits == "0" then
    mix.ui.fail(("detail takes movie/ID or tv/ID, such as movie/157336, not \"%s\""):format(
      args.title), 2)
  end
  -- TMDB numbers its titles with 32 bits.
  if #digits > 10 or tonumber(digits) > 0x7FFFFFFF then unknown(kind, digits) end
  return kind, math.tointeger(tonumber(digits))
end

return function()
  local args = parse()
  local kind, id = wanted(args)
  local rules = options.rules(args)
  local service = tmdb.open()
  local key = ("trailers detail %s/%d"):format(kind, id)
  local detail, info = last_result.before(args, key, words.print_lines, function()
    return service:complete({ type = kind, id = id })
  end)
  if not detail and info.kind == "not_found" then unknown(kind, tostring(id)) end
  commands.check(detail, info)
  local stale = info.stale
  local wish = { language = args.language, original_language = detail.language }
  local trailers = rules:rank(detail.videos, wish)
  commands.present(args, "detail", documents.detail(detail, trailers, stale), function()
    local lines = detail_view.lines(detail, trailers, {
      width = mix.ui.is_terminal() and mix.ui.width() or nil, trailers = args.trailers,
    })
    words.print_lines(lines)
    last_result.keep(args, key, lines)
    if stale then mix.ui.note("TMDB did not answer; this is what it said before") end
  end)
  commands.attribute()
end
