-- The scripts run in mixhost: Lua 5.4 with the host's table `mix`.
std = "lua54"
read_globals = { "mix" }
max_line_length = 100
-- An unused argument documents a callback's signature.
unused_args = false
