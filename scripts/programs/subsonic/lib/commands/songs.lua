-- mixhost subsonic songs: all songs of the server, for match, link and other programs.

local commands = require("programs.subsonic.lib.commands")
local subsonic = require("providers.subsonic")

local columns = { "id", "title", "artist", "album", "album_artist", "duration", "isrc" }

return function()
  local args = commands.parse("songs", {
    summary = "Writes all songs of your music server as CSV, or with --json as a JSON object a "
      .. "line.",
    examples = { "$0 songs > songs.csv" },
  })
  local service, offset = subsonic.open(), 0
  while true do
    local page = commands.need(service:songs(offset))
    if args.json then
      for _, song in ipairs(page) do print(mix.json.encode(song)) end
    elseif #page > 0 or offset == 0 then
      io.write(mix.csv.encode(page, { columns = columns, header = offset == 0 }))
    end
    if #page == 0 then break end
    offset = offset + #page
  end
end
