-- Asks the user about files in doubt.

local asking = require("programs.tags.lib.asking")
local planning = require("programs.tags.lib.planning")
local plans = require("programs.tags.lib.plans")
local view = require("programs.tags.lib.view")

local reviewing = {}

local function show(file, place, total, rules)
  print(("\n[%d of %d] %s"):format(place, total, file.path))
  print("  " .. view.candidate({ title = file.record.title,
    artist = file.record.artist or "an artist without a name", album = file.record.album }))
  print(("  %s: %s"):format(asking.title(file.service), file.reason))
  local ok, found = pcall(mix.match.explain, file.record, file.candidates, rules)
  local rows = {}
  for index, candidate in ipairs(file.candidates) do
    local scored = ok and found.candidates[index] or {}
    rows[index] = { number = index, title = candidate.title, artist = candidate.artist,
      album = candidate.album, score = scored.score and ("%.0f %%"):format(100 * scored.score) }
  end
  mix.ui.table(rows, { columns = { { key = "number", title = "#", align = "right" }, "title",
    "artist", "album", "score" } })
end

-- Asks about one file until it is decided. Returns whether the user continues.
local function ask(file, only)
  while true do
    io.write(("1-%d take, n none of these, s skip, q quit> "):format(#file.candidates))
    local line = mix.ui.read_line()
    local word = line and line:match("^%s*(.-)%s*$"):lower()
    local number = math.tointeger(tonumber(word))
    if not word or word == "q" then return false end
    if word == "s" then return true end
    if word == "n" or number and file.candidates[number] then
      if number then planning.choose(file, number, only) else planning.reject(file) end
      plans.put_files({ file })
      return true
    end
    print("  that is not one of the keys")
  end
end

--- Shows the files in doubt one by one, and keeps what the user decides.
function reviewing.run(files, rules, only)
  local doubts = {}
  for _, file in ipairs(files) do
    if file.status == "uncertain" then doubts[#doubts + 1] = file end
  end
  for place, file in ipairs(doubts) do
    show(file, place, #doubts, rules)
    if not ask(file, only) then break end
  end
  return #doubts
end

return reviewing
