-- The writes as rows of a table.

local words = require("programs.playlist.lib.words")

local history_rows = {}

local states = {
  done = "done", undone = "taken back", writing = "left: --resume or undo", undoing = "left: undo",
}

--- "+10 -230".
function history_rows.change(record)
  return ("+%d -%d"):format(record.comes or record.added or 0, record.goes or 0)
end

--- A record as a row: build, playlist, change, state, when, command.
function history_rows.row(record)
  return {
    build = record.id, playlist = record.name, change = history_rows.change(record),
    state = states[record.state] or record.state, when = words.time(record.started),
    command = record.command,
  }
end

return history_rows
