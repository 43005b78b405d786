-- The scripts run in mixhost: Lua 5.4 with the host's table `mix`.
std = "lua54"
read_globals = { "mix" }
max_line_length = 100
-- An unused argument documents a callback's signature.
unused_args = false
-- Specs, run by `mixhost test`.
files["**/*_spec.lua"] = { std = "+busted" }
files["scripts/spec/**/*.lua"] = { std = "+busted" }
files["docs/cookbook/spec/**/*.lua"] = { std = "+busted" }
files["scripts/programs/*/spec/**/*.lua"] = { std = "+busted" }
files["scripts/lib/spec/answers.lua"] = { std = "+busted" }
files["scripts/lib/spec/contract.lua"] = { std = "+busted" }
-- What a spec sets on purpose.
files["Tests/Fixtures/conventions_spec.lua"] = { std = "+busted", read_globals = { "match" } }
-- Tricks against the limits: code in texts, some of it wrong on purpose.
files["Tests/Fixtures/sandbox/**/*.lua"] = { max_line_length = false }
files["Tests/Fixtures/sandbox/sane.lua"] = { std = "+max", globals = { "mix" }, ignore = { "113" } }
-- Recipes, shown in docs/cookbook.md.
files["docs/cookbook/**/*.lua"] = { max_line_length = 120 }
-- Programs of tools/fuzz: `h` is hostile.lua, which the tool loads in front of each.
files["Tests/Fixtures/fuzz/*.lua"] = { globals = { "h" } }
-- Lists, a line each.
files["scripts/rules/data/*.lua"] = { max_line_length = false }
files["scripts/spec/rules/everyday_pairs.lua"] = { max_line_length = false }
