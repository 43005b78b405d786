-- The report of `mixhost test`: as text, as a document for JSON, and in the JUnit form that test
-- servers read (the Jenkins schema, junit-10.xsd). Sources/mixhost/Spec hands over `host` and the
-- run: {files = {{path, seconds, results}}, seed, seconds, lists}; results as runner.lua tells
-- them, with `seconds` and `source`, the line of `position`.

local host = ...

local report = {}

local tones = { red = 31, green = 32, yellow = 33, dim = 2 }
local statuses = { "passed", "failed", "error", "pending" }

local function is_good(result) return result.status ~= "failed" and result.status ~= "error" end

-- How many results there are of each status, of all those in a list of files.
local function counted(files)
  local counts = { passed = 0, failed = 0, error = 0, pending = 0, listed = 0, all = 0 }
  for _, file in ipairs(files) do
    for _, result in ipairs(file.results) do
      counts[result.status] = counts[result.status] + 1
      counts.all = counts.all + 1
    end
  end
  return counts
end

--- Whether all went well; a run of no test at all did not.
function report.is_good(run)
  local counts = counted(run.files)
  return counts.all > 0 and counts.failed + counts.error == 0
end

-- Text

-- "0.3 s", or "2 ms" for what is shorter than a tenth of a second.
local function time(seconds)
  if seconds >= 0.0995 then return ("%.1f s"):format(seconds) end
  return ("%.1f"):format(seconds * 1000):gsub("%.0$", "") .. " ms"
end

-- Names of files and tests are their author's: on one line, so that none looks like another
-- result, and without what a terminal obeys.
local function line_of(text) return (host.shown(text):gsub("[\r\n]", " ")) end

local function path_of(file) return line_of(file.path) end

local function place(result, file)
  return result.line and ("%s:%d"):format(path_of(file), result.line) or path_of(file)
end

-- A test's output is part of the report, not the terminal's to obey.
local function indented(text)
  return "    " .. host.shown(text):gsub("\n$", ""):gsub("\n", "\n    ")
end

local function summary(run)
  local counts = counted(run.files)
  if run.lists then return ("%d tests in %d files"):format(counts.listed, #run.files) end
  local parts = { counts.passed .. " passed" }
  if counts.failed > 0 then parts[#parts + 1] = counts.failed .. " failed" end
  if counts.error > 0 then
    parts[#parts + 1] = ("%d error%s"):format(counts.error, counts.error == 1 and "" or "s")
  end
  if counts.pending > 0 then parts[#parts + 1] = counts.pending .. " pending" end
  return table.concat(parts, ", ") .. " in " .. time(run.seconds)
end

-- A file's line, and its tests where they are to be named.
local function tell_file(add, file, paint, is_verbose)
  if #file.results == 0 then return is_verbose and add("-     " .. path_of(file)) end
  local counts = counted({ file })
  local word = counts.failed + counts.error == 0 and paint("ok    ", "green")
    or paint("failed", "red")
  add(("%s  %s  %d passed, %s"):format(word, path_of(file), counts.passed, time(file.seconds)))
  for _, result in ipairs(file.results) do
    local name = line_of(result.name)
    if result.status == "pending" then
      local why = result.message and ("  (%s)"):format(host.message(result.message)) or ""
      add(("  %s %s%s"):format(paint("pending", "yellow"), name, why))
    elseif is_verbose then
      local mark = is_good(result) and paint("passed ", "green") or paint("failed ", "red")
      add(("  %s %s%s"):format(mark, name, paint("  " .. time(result.seconds), "dim")))
    end
  end
  for _, result in ipairs(file.results) do
    if is_good(result) and result.output then
      add(("  printed by %s:\n%s"):format(line_of(result.name), indented(result.output)))
    end
  end
end

local function tell_failure(add, file, result, paint)
  add(("\n%s  %s  %s"):format(paint(result.status, "red"), place(result, file),
    line_of(result.name)))
  if result.message then add(indented(host.message(result.message))) end
  if result.position then
    add("  at " .. host.shown(result.position))
    if result.source then add("     " .. paint(host.shown(result.source), "dim")) end
  end
  -- The first line of the stack is the position itself.
  for index = 2, #(result.trace or {}) do
    add(paint("  from " .. host.shown(result.trace[index]), "dim"))
  end
  if result.output then add("  printed:\n" .. indented(result.output)) end
end

--- The report for people.
function report.text(run, has_color, is_verbose)
  local lines = {}
  local function add(line) lines[#lines + 1] = line end
  local function paint(text, tone)
    return has_color and ("\27[%dm%s\27[0m"):format(tones[tone], text) or text
  end
  for _, file in ipairs(run.files) do
    if run.lists then
      for _, result in ipairs(file.results) do
        if is_good(result) then add(place(result, file) .. "  " .. line_of(result.name)) end
      end
    else
      tell_file(add, file, paint, is_verbose)
    end
  end
  for _, file in ipairs(run.files) do
    for _, result in ipairs(file.results) do
      if not is_good(result) then tell_failure(add, file, result, paint) end
    end
  end
  if not run.lists then add("") end
  if run.seed then add(("order: --shuffle --seed %d"):format(run.seed)) end
  if counted(run.files).all == 0 then add(paint("no test was selected", "red")) end
  add(paint(summary(run), report.is_good(run) and "green" or "red"))
  return table.concat(lines, "\n") .. "\n"
end

-- Documents

-- Seconds with microseconds.
local function exact(seconds) return math.floor(seconds * 1e6 + 0.5) / 1e6 end

--- The report as a document; `null` is what has no value.
function report.document(run, null)
  local counts, files = counted(run.files), {}
  local document = {
    ok = report.is_good(run), seconds = exact(run.seconds), seed = run.seed or null, files = files,
  }
  for _, status in ipairs(run.lists and { "listed" } or statuses) do
    document[status] = counts[status]
  end
  for place_of_file, file in ipairs(run.files) do
    local tests = {}
    for index, result in ipairs(file.results) do
      tests[index] = {
        name = result.name, status = result.status, line = result.line or null,
        seconds = exact(result.seconds), message = result.message or null,
        position = result.position or null, trace = result.trace or {},
        output = result.output or "",
      }
    end
    files[place_of_file] = { file = file.path, seconds = exact(file.seconds), tests = tests }
  end
  return document
end

local escapes = {
  ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["\n"] = "&#10;", ["\t"] = " ",
}

-- XML 1.0 has no form for control characters: they are replaced.
local function escaped(text)
  return (text:gsub('[%c&<>"]', function(sign)
    return escapes[sign] or sign:byte() < 0x20 and "\u{FFFD}" or nil
  end):gsub("\u{FFFE}", "\u{FFFD}"):gsub("\u{FFFF}", "\u{FFFD}"))
end

local elements = { failed = "failure", error = "error" }

local function case(result, file)
  local name = result.name ~= "" and result.name or file.path
  local head = ('    <testcase classname="%s" name="%s" file="%s"%s time="%s"'):format(
    escaped(file.path), escaped(name), escaped(file.path),
    result.line and (' line="%d"'):format(result.line) or "", exact(result.seconds))
  local message = result.message or ""
  local first = escaped(message:match("^\n*([^\n]*)"))
  if result.status == "pending" then
    return ('%s>\n      <skipped message="%s"/>\n    </testcase>'):format(head, first)
  end
  local element = elements[result.status]
  if not element then return head .. "/>" end
  local body = { message, result.position and "at " .. result.position }
  for _, line in ipairs(result.trace or {}) do body[#body + 1] = line end
  return ('%s>\n      <%s message="%s">%s</%s>\n    </testcase>'):format(head, element, first,
    escaped(table.concat(body, "\n")), element)
end

--- The report in the JUnit form.
function report.junit(run)
  local function attributes(files, seconds)
    local counts = counted(files)
    return ('tests="%d" failures="%d" errors="%d" skipped="%d" time="%s"'):format(counts.all,
      counts.failed, counts.error, counts.pending, exact(seconds))
  end
  local lines = {
    '<?xml version="1.0" encoding="UTF-8"?>',
    ("<testsuites %s>"):format(attributes(run.files, run.seconds)),
  }
  for _, file in ipairs(run.files) do
    lines[#lines + 1] = ('  <testsuite name="%s" %s>'):format(escaped(file.path),
      attributes({ file }, file.seconds))
    for _, result in ipairs(file.results) do lines[#lines + 1] = case(result, file) end
    lines[#lines + 1] = "  </testsuite>"
  end
  return table.concat(lines, "\n") .. "\n</testsuites>\n"
end

return report
