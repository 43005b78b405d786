-- mixhost trailers search: films and series by their title, or by what other services call them.

local commands = require("programs.trailers.lib.commands")
local listed = require("programs.trailers.lib.listed")
local listing = require("programs.trailers.lib.listing")
local model = require("programs.trailers.lib.model")
local options = require("programs.trailers.lib.options")
local title_search = require("programs.trailers.lib.title_search")

local types = { all = "all", movies = "movies", tv = "tvShows" }

local function parse()
  local further = {
    { "type", type = "choice", choices = { "all", "movies", "tv" }, default = "all",
      help = "what is searched" },
    { "year", type = "integer", min = 1850, max = 2200, placeholder = "YEAR",
      help = "of the first release" },
  }
  table.move(options.of_titles, 1, #options.of_titles, #further + 1, further)
  table.move(listed.options, 1, #listed.options, #further + 1, further)
  return commands.parse("search", {
    summary = "Films and series by their title, or by their identifier at IMDb or TVDB.",
    positional = {
      { "title", many = true, help = "words of the title, tt0816692, or tvdb:121361" },
    },
    options = further,
    examples = {
      "$0 search interstellar",
      "$0 search \"the office\" --type tv --year 2005",
      "$0 search tt0816692",
    },
  })
end

return function()
  local args = parse()
  local text = table.concat(args.title, " "):match("^%s*(.-)%s*$")
  if text == "" then mix.ui.fail("search takes words of a title", 2) end
  local most = args.pages * listing.page_size
  local view = model.open(options.service(args), {
    most = most,
    open_list = function(self)
      return title_search.open(self.service, text, {
        type = types[args.type], year = args.year, most = most,
      })
    end,
  })
  local summary = ("Search • %s%s"):format(text, args.year and " • " .. args.year or "")
  listed.show(view, { state = text, summary = summary, query = text }, args)
end
