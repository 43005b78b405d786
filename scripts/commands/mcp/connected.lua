-- The tools at /mcp of `mixhost serve`. A call ends before the server ends the request.

local http = require("programs.mcp.lib.http")
local tools = require("commands.mcp.tools")

local door = http.open(tools, { rows = 100, bytes = 200000, seconds = 50 })

return { most_bytes = 1000000, answer = function(request) return door:answer(request) end }
