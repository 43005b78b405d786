-- `mixhost rules check`: whether a rule file may be used.

local args = mix.args.parse({
  name = "rules check",
  summary = "Loads a rule file and runs its functions on made-up records, full and empty.",
  positional = {
    { "rules", type = "path", help = "a name, such as match/tracks, or a .lua file" },
  },
  examples = { "mixhost rules check match/tracks", "mixhost rules check my-rules.lua" },
})

local path, err = mix.rules.check(args.rules)
if args.json then
  print(mix.json.encode({
    ok = path ~= nil, path = path or err.path or mix.json.null,
    problem = err and err.message or mix.json.null, field = err and err.field or mix.json.null,
  }))
elseif path then
  print(path .. ": good")
end
if err then
  if not args.json then mix.log.error(err.message) end
  os.exit(1)
end
