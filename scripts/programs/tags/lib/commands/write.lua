-- mixhost tags write: the changes of the plan, into the files.

local asking = require("programs.tags.lib.asking")
local choices = require("programs.tags.lib.choices")
local commands = require("programs.tags.lib.commands")
local planned = require("programs.tags.lib.planned")
local planning = require("programs.tags.lib.planning")
local plans = require("programs.tags.lib.plans")
local terminal_text = require("lib.terminal_text")
local view = require("programs.tags.lib.view")
local writing = require("programs.tags.lib.writing")

local function show(file, place, total, rules)
  terminal_text.print(("\n[%d of %d] %s"):format(place, total, file.path))
  terminal_text.print("  " .. view.candidate({ title = file.record.title or file.path,
    artist = file.record.artist or "an artist without a name", album = file.record.album }))
  terminal_text.print(("  %s: %s"):format(asking.title(file.service), file.reason))
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

-- Asks until one of the keys was pressed. Returns it (q at the end of the input), and the number of
-- a candidate.
local function asked(count)
  while true do
    io.write(("1-%d take, n none of these, s skip, q quit> "):format(count))
    local line = mix.ui.read_line()
    local word = line and line:match("^%s*(.-)%s*$"):lower() or "q"
    local number = math.tointeger(tonumber(word))
    number = number and number >= 1 and number <= count and number or nil
    if number or word == "q" or word == "s" or word == "n" then return word, number end
    print("  that is not one of the keys")
  end
end

-- Asks about one file. Returns whether the user continues.
local function ask(file, only)
  local word, number = asked(#file.candidates)
  if word == "q" then return false end
  if word == "s" then return true end
  if number then planning.choose(file, number, only) else planning.reject(file) end
  plans.put_files({ file })
  return true
end

local function show_album(album, files, place, total)
  terminal_text.print(("\n[album %d of %d] %s: %s"):format(place, total,
    album.folder ~= "" and album.folder or ".", album.reason))
  mix.ui.table(view.album_rows(album, files), { columns = view.album_columns })
end

-- Shows the albums in doubt one by one, their candidates side by side. Returns whether the user
-- continues, and the number of albums.
local function review_albums(plan, files, only)
  local doubts = {}
  for _, album in ipairs(plans.albums(plan.id)) do
    if album.decision == "uncertain" then doubts[#doubts + 1] = album end
  end
  for place, album in ipairs(doubts) do
    show_album(album, files, place, #doubts)
    local word, number = asked(#album.candidates)
    if word == "q" then return false, #doubts end
    if word == "n" then
      album.decision, album.reason, album.by = "none", "you chose none", "you"
    elseif number then
      plans.put_files(planning.choose_album(plan, album, number, only))
    end
    plans.put_album(album)
  end
  return true, #doubts
end

-- Shows the files in doubt one by one, and keeps what the user decides.
local function review(files, rules, only)
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

local function say(args, run, problems, files, root)
  local uncertain, unasked = plans.counts(files).uncertain, view.unasked(files)
  for _, problem in ipairs(problems) do mix.ui.problem(problem) end
  local done = run and run.files or 0
  if args.json then
    print(mix.json.encode({ folder = root, run = run and run.id or mix.json.null, files = done,
      failed = #problems, uncertain = uncertain }))
  elseif run then
    print(("%s written (%s); %s undo puts them back"):format(
      commands.count(done, "file"), run.id, mix.args.command))
  elseif #problems == 0 then
    print("nothing to write")
  end
  if unasked and not args.json then mix.ui.note(unasked) end
  if uncertain > 0 and not args.json then
    mix.ui.note(("%s in doubt left alone: write --review decides"):format(
      commands.count(uncertain, "file")))
  end
  if #problems > 0 then
    if not args.json then
      mix.ui.problem(("%s not written: see above"):format(commands.count(#problems, "file")))
    end
    os.exit(1)
  end
end

return function()
  local args = commands.parse("write", {
    summary = "Writes what the plan of a folder changes. Tags change and nothing else; undo puts "
      .. "each file back to the byte. Files in doubt are left alone without --review.",
    options = {
      { "review", type = "flag", help = "ask about the albums and files in doubt first" },
      { "keep-time", type = "flag",
        help = "files keep their time of change (default: the setting tags.keep_time)" },
      table.unpack(choices.some),
    },
    positional = { commands.folder("write") },
    examples = { "$0 write ~/Music/New", "$0 write --review", "$0 write --except \"Live/*\"" },
  })
  local plan, files = planned(commands.root(args))
  files = choices.selected(files, plan.root, args)
  local lock = writing.lock(plan, "mixhost tags write")
  local _ <close> = setmetatable({}, { __close = function() lock:release() end })
  if args.review then
    local only = choices.set(plan.fields)
    local goes_on, count = review_albums(plan, files, only)
    if count > 0 then files = choices.selected(plans.files(plan.id), plan.root, args) end
    if goes_on then review(files, plans.rules(plan), only) end
  end
  local due = writing.due(files)
  local run, problems
  if #due > 0 then
    run, problems = writing.run(plan, due, {
      keep_time = args.keep_time or mix.env.setting("tags.keep_time") == "true",
    })
  end
  say(args, run, problems or {}, files, plan.root)
end
