-- The output of a build: one line of progress, the plan, the figures; or one document, or events.

local plan_lines = require("programs.playlist.lib.writing.plan_lines")
local prose = require("lib.prose")
local report = require("programs.playlist.lib.report")
local spotify = require("services.spotify.provider")
local words = require("programs.playlist.lib.words")

local build_view = {}

--- The names of a build's stages.
build_view.stages = {
  artists = "Artists", tracks = "Tracks", playlists = "Playlists", items = "Playlist",
  write = "Writing",
}

local View = {}
View.__index = View

--- A stage is `done` of `total` steps far; `what` is at hand.
function View:progress(stage, done, total, what)
  mix.events.emit("progress", { stage = stage, done = done, total = total, what = what })
  if stage ~= self.stage then
    self:stop()
    self.stage, self.done = stage, 0
    if total > 0 and not self.quiet then
      self.meter = mix.ui.progress(total, build_view.stages[stage])
    end
  end
  if self.meter and done > self.done then self.meter:step(done - self.done, what) end
  self.done = math.max(self.done or 0, done)
end

--- The line of progress ends.
function View:stop()
  if self.meter then self.meter:finish() end
  self.meter, self.stage = nil, nil
end

--- A line that the user asked for.
function View:say(line)
  if not self.prints then return end
  self:stop()
  prose.print(line)
end

--- Something that was left out.
function View:warn(message)
  mix.events.emit("warning", { message = message })
  self.warnings[#self.warnings + 1] = message
  mix.ui.problem(message)
end

local source_words = {
  ["top tracks"] = "Spotify's top tracks", deezer = "Deezer's order", search = "a search's order",
  albums = "their albums",
}

--- The source of the tracks' order, in words; nil when it is Spotify's own.
function build_view.source_line(sources)
  local parts = {}
  for source, count in pairs(sources) do
    parts[#parts + 1] = ("%d by %s"):format(count, source_words[source])
  end
  table.sort(parts)
  if #parts == 0 or next(sources) == "top tracks" and not next(sources, "top tracks") then
    return nil
  end
  return "Artists' tracks: " .. table.concat(parts, ", ")
end

local function document(made)
  return {
    action = made.action, playlist = made.playlist and made.playlist.id or mix.json.null,
    name = made.name, writes = mix.json.array(made.writes), notes = mix.json.array(made.notes),
    goes = made.goes, comes = made.comes, why = made.why or mix.json.null, rows = made.rows,
  }
end

--- The plan stands; nothing has been written. Only the lines that the desktop builder printed go to
--- standard output when its rules are in use.
function View:planned(made, result, sources, options)
  self:stop()
  self.sources = sources
  mix.events.emit("plan", document(made))
  if not self.prints then return end
  if options.print_tracks then
    for _, line in ipairs(result.display) do prose.print(line) end
  end
  local show = self.exact and mix.ui.note or prose.print
  for _, line in ipairs(plan_lines.of(made)) do show(line) end
end

--- Runs what writes, which may be stopped at any time; `made` is nil for a resumed build.
function View:writing(made, write)
  if not (made and #made.writes == 0) then
    mix.ui.note("Writing; if it is stopped, build --resume continues it and undo takes it back")
  end
  local journal = write()
  self:stop()
  local left_out = journal.left_out
  if left_out then
    self:warn(("%s left out: %s; %s"):format(words.count(#left_out, "item"),
      table.concat(left_out, ", "), journal.refusal))
  end
  return journal
end

local function show_undo(journal)
  mix.ui.note("playlist undo " .. journal.id .. " takes it back")
end

local function totals(made, result, journal, view, options)
  local id = journal and journal.playlist or made.playlist and made.playlist.id
  return {
    dry_run = journal == nil, reused = made.playlist ~= nil, plan = document(made),
    build = journal and made.action ~= "none" and journal.id or mix.json.null,
    playlist = id and { id = id, url = spotify.link(id) } or mix.json.null,
    stats = result.stats, prepared = mix.json.array(result.prepared),
    added = mix.json.array(journal and made.added or {}),
    display = mix.json.array(result.display), warnings = mix.json.array(view.warnings),
    sources = mix.json.object(view.sources),
    seed = options.shuffle and options.shuffle_seed or mix.json.null,
  }
end

--- The end of a build; `journal` is nil when nothing was to be written.
function View:finish(made, result, journal, options)
  local summary = totals(made, result, journal, self, options)
  mix.events.emit("done", summary)
  if mix.events.enabled() then return end
  if self.json then return print(mix.json.encode(summary, { pretty = true })) end
  for _, line in ipairs(report.stats_lines(result.stats)) do prose.print(line) end
  if self.quiet then return end
  local line = build_view.source_line(self.sources)
  if line then mix.ui.note(line) end
  if options.shuffle then
    local seed = options.shuffle_seed
    mix.ui.note(("Shuffled with seed %s"):format(type(seed) == "table" and seed.int or seed))
  end
  if journal and journal.playlist then mix.ui.note(spotify.link(journal.playlist)) end
  if journal and made.action ~= "none" then show_undo(journal) end
end

--- The plan of a change that is not a build.
function View:change_planned(made)
  self:stop()
  mix.events.emit("plan", document(made))
  for _, line in ipairs(plan_lines.of(made)) do self:say(line) end
end

--- The end of such a change; `journal` is nil when nothing was to be written. `facts`: what the
--- document has besides.
function View:changed(made, journal, facts)
  local id = journal and journal.playlist or made.playlist and made.playlist.id
  local summary = {
    dry_run = journal == nil, plan = document(made),
    build = journal and journal.id or mix.json.null,
    playlist = id and { id = id, url = spotify.link(id) } or mix.json.null,
    warnings = mix.json.array(self.warnings),
  }
  if made.action == "none" then summary.build = mix.json.null end
  for name, value in pairs(facts) do summary[name] = value end
  mix.events.emit("done", summary)
  if mix.events.enabled() then return end
  if self.json and self.into then
    self.into[#self.into + 1] = summary
  elseif self.json then
    print(mix.json.encode(summary, { pretty = true }))
  elseif journal and made.action ~= "none" then
    mix.ui.note(spotify.link(id))
    show_undo(journal)
  end
end

--- The end of a resumed build.
function View:resumed(journal)
  local summary = { playlist = journal.playlist, name = journal.name, added = journal.added }
  mix.events.emit("done", summary)
  if mix.events.enabled() then return end
  if self.json then return print(mix.json.encode(summary)) end
  if journal.stats then
    journal.stats.total_uploaded = math.tointeger(journal.added) or 0
    for _, line in ipairs(report.stats_lines(journal.stats)) do prose.print(line) end
  end
  mix.ui.note(spotify.link(journal.playlist))
end

--- Prints what views of several changes collected, as one document: {playlists}. `options`: json.
function build_view.all(options, into)
  if into and options.json and not mix.events.enabled() then
    print(mix.json.encode({ playlists = into }, { pretty = true }))
  end
end

--- Opens a view. Options: json, quiet, exact (the desktop builder's lines alone on standard
--- output), into (a list to collect the documents of changes, for `all`).
function build_view.open(options)
  return setmetatable({
    json = options.json, quiet = options.quiet, exact = options.exact, warnings = {}, sources = {},
    into = options.into,
    prints = not (options.json or options.quiet or mix.events.enabled()),
  }, View)
end

return build_view
