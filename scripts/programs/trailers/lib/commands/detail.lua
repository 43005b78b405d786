-- mixhost trailers detail: one film or series with its trailers.

local commands = require("programs.trailers.lib.commands")
local documents = require("programs.trailers.lib.documents")
local last_result = require("lib.last_result")
local options = require("programs.trailers.lib.options")
local shown = require("lib.program_screen.shown")
local title_names = require("programs.trailers.lib.title_names")
local title_nodes = require("programs.trailers.lib.title_nodes")

local function parse()
  return commands.parse("detail", {
    summary = "One film or series with everything about it, the best trailer first.",
    positional = {
      { "title", help = "movie/ID or tv/ID, as list and search show it; tt0816692; tvdb:121361" },
    },
    options = {
      options.of_trailers[1], options.of_trailers[2], options.of_trailers[3],
      { "trailers", type = "integer", min = 1, max = 100, default = 10, placeholder = "N",
        help = "how many trailers are shown" },
    },
    examples = {
      "$0 detail movie/157336",
      "$0 detail tt0944947 --language de",
      "$0 detail tv/1399 --rules classic --json",
    },
  })
end

local function unknown(kind, digits)
  mix.ui.fail(("TMDB has no %s with the number %s"):format(
    kind == "movie" and "film" or "series", digits))
end

-- The titles that the arguments name; other arguments end the script.
local function wanted(args)
  local name = title_names.read(args.title)
  if not name or name.digits == "0" then
    mix.ui.fail(("detail takes movie/ID or tv/ID, such as movie/157336, or what IMDb or TVDB call "
      .. "a title, such as tt0816692, not \"%s\"; search finds titles by their words"):format(
        args.title), 2)
  end
  if name.digits and not name.id then unknown(name.type, name.digits) end
  return name
end

-- The film or series with everything about it, by whatever name; nil and the error.
local function ask(service, name)
  local item, info = title_names.find(service, name)
  if not item then return nil, info end
  return service:complete(item)
end

return function()
  local args = parse()
  local name = wanted(args)
  local rules = options.rules(args)
  local service = options.service(args)
  local function trailers_of(detail)
    return rules:rank(detail.videos, {
      language = service.language:sub(1, 2), original_language = detail.language,
    })
  end
  local function show(detail)
    shown.part(title_nodes.detail(detail, trailers_of(detail), "loaded", nil, args.trailers),
      { links = {} })
  end
  local detail, info = last_result.meanwhile(args, function()
    local kept = service:kept()
    local last = ask(kept, name)
    if last then return last, kept.oldest end
  end, show, function() return ask(service, name) end)
  if not detail and info.kind == "not_found" and not name.source then
    unknown(name.type, tostring(name.id))
  end
  commands.need(detail, info)
  local document = documents.detail(detail, trailers_of(detail), info.stale)
  commands.present(args, "detail", document, function()
    show(detail)
    if info.stale then mix.ui.note("TMDB did not answer; this is what it said before") end
  end)
  commands.attribute()
end
