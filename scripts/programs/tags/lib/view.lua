-- Plans in words and rows: for the terminal and for the screen.

local asking = require("programs.tags.lib.asking")

local view = {}

--- The name of each status.
view.statuses = {
  matched = "to write", same = "right as it is", uncertain = "uncertain", none = "not found",
  rejected = "left alone", damaged = "unreadable", failed = "not asked", written = "written",
}

--- The order in which they are counted.
view.order = { "matched", "written", "same", "uncertain", "none", "rejected", "damaged", "failed" }

--- A score as people read it; nil: none.
function view.score(file)
  local counts = file.candidate and file.score and file.by ~= "you"
  return counts and ("%.0f %%"):format(100 * file.score) or nil
end

--- The fields that change: "title, +artist".
function view.fields(file)
  local words = {}
  for _, change in ipairs(file.changes or {}) do
    words[#words + 1] = (#change.old == 0 and "+" or "") .. change.field
  end
  return table.concat(words, ", ")
end

--- A candidate in a line.
function view.candidate(candidate)
  return ("%s by %s%s"):format(candidate.title, candidate.artist,
    candidate.album and (" on \"%s\""):format(candidate.album) or "")
end

-- The most properties or texts that a note names.
local most_named = 4

-- "a, b, c, d and 3 more".
local function some(list)
  local more = #list > most_named and (" and %d more"):format(#list - most_named) or ""
  return table.concat(list, ", ", 1, math.min(#list, most_named)) .. more
end

-- The properties that the tags of one file give different values; nil without any.
local function differing(file)
  return file.differing and "its tags differ: " .. some(file.differing) or nil
end

--- The texts besides the tags of a file, which no write reaches; nil without any.
function view.staying(file)
  local list = file.staying
  return list and ("it also has %s, which %s"):format(some(list), #list > 1 and "stay" or "stays")
    or nil
end

-- The facts that a status comes with.
local function note(file)
  if file.status == "matched" or file.status == "written" then
    local parts = { view.fields(file) }
    parts[2] = file.remark
    parts[#parts + 1] = view.staying(file)
    return table.concat(parts, "; ")
  elseif file.status == "uncertain" then
    return ("%s; the closest: %s"):format(file.reason, view.candidate(file.candidate))
  end
  return file.status ~= "same" and file.reason or file.remark
end

--- Facts about a file besides its status; nil without any.
function view.note(file)
  local parts = {}
  for _, part in ipairs({ note(file) or false, differing(file) or false, file.rights or false }) do
    parts[#parts + 1] = part or nil
  end
  return #parts > 0 and table.concat(parts, "; ") or nil
end

--- A file as a row.
function view.row(file)
  return { file = file.path, status = view.statuses[file.status], score = view.score(file),
    from = file.service and asking.title(file.service) or nil, note = view.note(file) }
end

--- "3 to write, 1 uncertain".
function view.summary(counts)
  local parts = {}
  for _, status in ipairs(view.order) do
    if counts[status] > 0 then
      parts[#parts + 1] = ("%d %s"):format(counts[status], view.statuses[status])
    end
  end
  return #parts > 0 and table.concat(parts, ", ") or "no audio files"
end

--- The note on files that the catalogues were not asked about; nil without any.
function view.unasked(files)
  local count = 0
  for _, file in ipairs(files) do count = count + (file.status == "failed" and 1 or 0) end
  return count > 0 and ("%d %s not asked about: plan asks"):format(count,
    count == 1 and "file was" or "files were") or nil
end

-- The state of each decision about an album.
local states = { matched = "sure", uncertain = "doubtful", none = "as it is", failed = "not asked" }

--- The state of an album: sure, doubtful, as it is, not asked. `files`: those of the plan.
function view.album_state(album, files)
  if album.decision ~= "matched" then return states[album.decision] end
  for _, file in ipairs(files) do
    if file.album == album.id and file.status ~= "same" then return states.matched end
  end
  return "as it is", "nothing differs"
end

--- The facts that tell a release from others: "1999-05-04, GB, Tin Records TIN 7".
function view.edition(release)
  local parts = {}
  for _, field in ipairs({ "release_date", "country", "label", "barcode" }) do
    parts[#parts + 1] = release[field]
    if field == "label" and release.catalogue_number then
      parts[math.max(1, #parts)] = (release.label and release.label .. " " or "")
        .. release.catalogue_number
    end
  end
  return table.concat(parts, ", ")
end

local function album_note(album, release)
  local parts = {}
  if album.decision ~= "matched" then parts[1] = album.reason end
  if release and album.decision == "matched" then
    if release.missing > 0 then
      parts[#parts + 1] = ("missing: %s%s"):format(table.concat(release.missing_titles, "; "),
        release.missing > #release.missing_titles and "; …" or "")
    end
    if #release.extra > 0 then
      parts[#parts + 1] = "on none of its tracks: " .. table.concat(release.extra, "; ")
    end
    if album.editions > 0 then
      parts[#parts + 1] = ("%d more editions fit as well"):format(album.editions)
    end
  end
  return table.concat(parts, "; ")
end

local function release_row(release, name)
  return { album = name .. view.candidate({ title = release.title, artist = release.artist }),
    tracks = ("%d of %d"):format(release.track_count - release.missing, release.track_count),
    score = ("%.0f %%"):format(100 * release.score), edition = view.edition(release) }
end

--- An album as rows: a sure one with its release; one in doubt, and below it its candidates.
function view.album_rows(album, files)
  local release, title = album.candidates[1], album.title or album.folder
  local state, why = view.album_state(album, files)
  local row = album.decision == "matched" and release_row(release, "") or {
    album = album.artist and ("%s by %s"):format(title, album.artist) or title,
    tracks = tostring(album.count) }
  row.state, row.note = state, why or album_note(album, release)
  local rows = { row }
  for place, candidate in ipairs(album.decision == "uncertain" and album.candidates or {}) do
    local one = release_row(candidate, ("  %d  "):format(place))
    one.note = #candidate.extra > 0 and "on none of its tracks: "
      .. table.concat(candidate.extra, "; ") or nil
    rows[#rows + 1] = one
  end
  return rows
end

--- The columns of these rows.
view.album_columns = { { key = "album", least = 12 }, { key = "state", least = 9 },
  { key = "tracks", align = "right", drop = 3 }, { key = "score", align = "right", drop = 2 },
  { key = "edition", drop = 1 }, { key = "note", least = 12 } }

--- An album for other programs.
function view.album_record(album, files)
  local list = mix.json.array({})
  for place, release in ipairs(album.candidates) do
    local one = {}
    for name, value in pairs(release) do one[name] = name ~= "files" and value or nil end
    list[place] = one
  end
  return { folder = album.folder, title = album.title, artist = album.artist, files = album.files,
    state = (view.album_state(album, files)), reason = album.reason, score = album.score,
    editions = album.editions, candidates = list }
end

--- A file for other programs.
function view.record(file)
  return {
    path = file.path, status = file.status, format = file.format, service = file.service,
    score = file.score, reason = file.reason, remark = file.remark, differing = file.differing,
    staying = file.staying, rights = file.rights,
    looked_for = file.record, candidate = file.candidate, changes = file.changes,
  }
end

--- Values in a text.
function view.values(list) return table.concat(list, "; ") end

return view
