-- The command songs: all songs of the server, for match, link and other programs.

local columns = { "id", "title", "artist", "album", "album_artist", "duration", "isrc" }

return function(commands, provider)
  local args = commands.parse("songs", {
    summary = "Writes all songs of your music server as CSV, or with --json as NDJSON.",
    examples = { "$0 songs > songs.csv" },
  })
  local service, offset = provider.open(), 0
  repeat
    local page, sent = service:songs(offset)
    commands.need(page, sent)
    if args.json then
      for _, song in ipairs(page) do print(mix.json.encode(song)) end
    elseif #page > 0 or offset == 0 then
      io.write(mix.csv.encode(page, { columns = columns, header = offset == 0 }))
    end
    offset = offset + sent
  until sent == 0
end
