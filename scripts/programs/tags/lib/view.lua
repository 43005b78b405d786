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

--- Facts about a file besides its status.
function view.note(file)
  if file.status == "matched" or file.status == "written" then
    return view.fields(file) .. (file.remark and "; " .. file.remark or "")
  elseif file.status == "uncertain" then
    return ("%s; the closest: %s"):format(file.reason, view.candidate(file.candidate))
  end
  return file.status ~= "same" and file.reason or file.remark
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

--- A file for other programs.
function view.record(file)
  return {
    path = file.path, status = file.status, format = file.format, service = file.service,
    score = file.score, reason = file.reason, remark = file.remark,
    looked_for = file.record, candidate = file.candidate, changes = file.changes,
  }
end

--- Values in a text.
function view.values(list) return table.concat(list, "; ") end

return view
