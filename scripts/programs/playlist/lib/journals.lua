-- The journal of the last build, kept so that it can be gone on with and taken back.

local failures = require("programs.playlist.lib.failures")

local journals = {}

local file = "playlist/journal.json"

--- The journal of the last build that wrote something; nil without one.
function journals.load()
  local path = mix.fs.data(file)
  if not mix.fs.exists(path) then return nil end
  local journal, err = mix.json.decode(failures.need(mix.fs.read(path)), { null = "nil" })
  if type(journal) ~= "table" or type(journal.steps) ~= "table" then
    failures.raise(("%s is damaged: %s; move it away to build anew"):format(
      path, err and err.message or "it is no journal"), "journal")
  end
  return journal
end

--- Keeps a journal; readers see the old one or the new.
function journals.save(journal)
  failures.need(mix.fs.write(mix.fs.data(file), mix.json.encode(journal)))
end

return journals
