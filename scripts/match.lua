-- Matches the rows of a table with a catalogue: a service, or another table.

local options = require("lib.linking.options")
local reconciled = require("programs.match.lib.reconciled")
local rules_for = require("lib.linking.rules_for")
local services = require("lib.match_services")
local service_run = require("programs.match.lib.service_run")
local tables = require("lib.linking.tables")
local tables_run = require("lib.linking.tables_run")

options.answer_about_runs()

local names = table.concat(services.names(), ", ")

local args = mix.args.parse({
  name = "match",
  summary = "Matches the rows of a table with a service or another table, and says how sure it is.",
  options = options.with({
    { "with", type = "path", placeholder = "SERVICE|FILE",
      help = "a table, or a service: " .. names .. " (or reconcile:ADDRESS, any "
        .. "reconciliation service)" },
    { "type", placeholder = "ID", help = "the type that a reconciliation service searches" },
    { "describe", type = "flag",
      help = "show the types and properties of a reconciliation service, and ask no row" },
    { "searches", type = "integer", min = 0, max = 6, default = 3, placeholder = "N",
      help = "ask a service up to N times more for a row that it does not find: the title alone, "
        .. "the artist or author alone, without the last word" },
  }),
  positional = { { "file", type = "path",
    help = "a table: CSV with any delimiter, NDJSON, JSON, BibTeX, RIS; or a playlist" },
    { "other", type = "path", optional = true, help = "the same as --with" } },
  examples = {
    "$0 songs.csv --with itunes --out matched.csv",
    "$0 books.csv --with openlibrary --review",
    "$0 artists.csv --with musicbrainz --rules match/people",
    "$0 songs.csv --with catalogue.csv --map Interpret=artist",
    "$0 books.csv --with reconcile:https://wikidata.reconci.link/en/api --type Q7725634",
  },
})

if args.with and args.other then
  mix.ui.fail(("unexpected argument %q: --with names the other list"):format(args.other), 2)
end
args.with = args.with or args.other
if not args.with then
  mix.ui.fail(("--with is missing: a service (%s) or a table"):format(names), 2)
end
local address = reconciled.address(args.with)
if address == nil and (args.describe or args.type) then
  mix.ui.fail("--describe and --type: they go with --with reconcile:ADDRESS", 2)
elseif address ~= nil and args.describe then
  local header = tables.opened(args.file, args.encoding).header
  return reconciled.describe(address, rules_for.table(header, args.rules), args, header)
elseif address ~= nil then
  os.exit(service_run.run({ left = args.file, with = reconciled.name(address), address = address,
    args = args }))
end
-- The option is a path, which may have been made absolute.
local name = args.with:match("[^/]*$")
local is_word = args.with == name or args.with == mix.fs.absolute(name)
if services.is_known(args.with)
  or is_word and services.is_known(name) and not mix.fs.exists(args.with) then
  os.exit(service_run.run({ left = args.file, with = name, args = args }))
else
  if is_word and not name:find(".", 1, true) and not mix.fs.exists(args.with) then
    mix.ui.fail(("--with: there is no service or table \"%s\"%s; the services are %s"):format(name,
      services.near(name), names), 2)
  end
  tables_run.run({ command = "match", left = args.file, right = args.with, args = args })
end
