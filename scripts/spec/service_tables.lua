-- The tables of services in the documents, as the manifests of scripts/services (`about`) and their
-- providers (`can`) say them. tools/service-tables.lua writes them, services/documents_spec.lua
-- holds the documents against them. Paths are from the folder of the repository.

local shapes = require("lib.shapes")

local service_tables = {}

local folder = "scripts/services"

-- The methods of the contract, in the order of their use.
local methods = { "search", "lookup", "complete" }

-- Returns the kinds that a provider can deliver, its own first.
local function kinds_of(provider)
  local found = {}
  for _, kind in ipairs(shapes.kinds()) do
    if provider.can[kind] then
      table.insert(found, kind == provider.kind and 1 or #found + 1, kind)
    end
  end
  return found
end

local function methods_of(can)
  local names = {}
  for _, name in ipairs(methods) do names[#names + 1] = can[name] and name or nil end
  return table.concat(names, ", ")
end

-- The rows of one provider: {methods, kinds}, kinds with the same methods in one.
local function abilities(provider)
  local rows = {}
  for _, kind in ipairs(kinds_of(provider)) do
    local names = methods_of(provider.can[kind])
    if not rows[names] then
      rows[names] = { methods = names, kinds = {} }
      rows[#rows + 1] = rows[names]
    end
    table.insert(rows[names].kinds, kind)
  end
  return rows
end

-- The lines of the table of providers.
local function provider_lines(services)
  local lines = { { text = "| provider | kind | methods |" }, { text = "|---|---|---|" } }
  local names = {}
  for place, service in ipairs(services) do names[place] = service.name end
  table.sort(names)
  for _, name in ipairs(names) do
    local provider = require(("services.%s.provider"):format(name))
    for _, row in ipairs(provider.can and abilities(provider) or {}) do
      lines[#lines + 1] = {
        text = ("| `%s` | %s | %s |"):format(name, table.concat(row.kinds, ", "), row.methods),
        path = ("%s/%s/provider.lua"):format(folder, name),
      }
    end
  end
  return lines
end

-- The bytes of a line of Markdown, where its words allow.
local longest_line = 118

local function wrapped(text, indent)
  local lines, line = {}, nil
  for word in text:gmatch("%S+") do
    if line and #line + #word >= longest_line then
      lines[#lines + 1], line = line, indent .. word
    else
      line = line and ("%s %s"):format(line, word) or word
    end
  end
  lines[#lines + 1] = line
  return lines
end

local function by_title(services)
  local list = table.move(services, 1, #services, 1, {})
  table.sort(list, function(a, b) return a.title:lower() < b.title:lower() end)
  return list
end

-- How to get the key of each service, and what to type then.
local function sign_up_lines(services)
  local lines = {}
  for _, service in ipairs(by_title(services)) do
    local function add(text) lines[#lines + 1] = { text = text, path = service.path } end
    local about = service.about
    if about.sign_up then
      if lines[1] then add("") end
      for _, line in ipairs(wrapped(("**%s.** %s"):format(service.title, about.sign_up), "")) do
        add(line)
      end
      if about.commands then
        add("")
        add("```sh")
        for _, command in ipairs(about.commands) do add(command) end
        add("```")
      end
    end
  end
  return lines
end

-- The terms of each service in short.
local function condition_lines(services)
  local lines = {}
  for _, service in ipairs(by_title(services)) do
    local text = service.about.conditions
    for _, line in ipairs(text and wrapped(("- **%s**: %s"):format(service.title, text), "  ")
      or {}) do
      lines[#lines + 1] = { text = line, path = service.path }
    end
  end
  return lines
end

--- The documents, with the columns of their tables: the heading and the field of `about`; or with
--- a function that returns the lines. `mark` is the word between whose marks they stand (services).
service_tables.documents = {
  {
    path = "docs/services.md",
    columns = {
      { "service", "hosts" }, { "used by", "used_by" }, { "key", "key" }, { "limit", "limit" },
      { "cost", "cost" }, { "source", "source" },
    },
  },
  {
    path = "docs/privacy.md",
    columns = { { "service", "hosts" }, { "what it learns", "learns" }, { "used by", "used_by" } },
  },
  { path = "docs/services.md", mark = "sign-up", lines = sign_up_lines },
  { path = "docs/services.md", mark = "terms", lines = condition_lines },
  { path = "docs/services-own.md", mark = "providers", lines = provider_lines },
}

-- The fields of the columns, each once.
local fields = {}
for _, document in ipairs(service_tables.documents) do
  for _, column in ipairs(document.columns or {}) do
    local name = column[2]
    if not fields[name] then fields[name], fields[#fields + 1] = true, name end
  end
end

-- A service may lack these: nobody has written down what some allow.
local may_lack = { source = true }

local function host_of(base) return base:match("^%w+://([^/:]+)") end

--- The faults of a manifest's `about`, one text each.
function service_tables.faults(manifest)
  local about, faults = manifest.about, {}
  if type(about) ~= "table" then return { "about is missing" } end
  for _, name in ipairs(fields) do
    if not about[name] then
      faults[#faults + 1] = not may_lack[name] and ("about.%s is missing"):format(name) or nil
    elseif about[name]:find("[|\n]") then
      faults[#faults + 1] = ("about.%s holds a | or a line break, which ends a cell"):format(name)
    end
  end
  if about.commands and not about.sign_up then
    faults[#faults + 1] = "about.commands has no about.sign_up, which says what they are for"
  end
  for name, upstream in pairs(manifest.upstreams) do
    local host = upstream.base and host_of(upstream.base)
    if host and about.hosts and not about.hosts:find(host, 1, true) then
      faults[#faults + 1] = ("about.hosts does not name %s of upstreams.%s"):format(host, name)
    end
  end
  table.sort(faults)
  return faults
end

--- Returns the services that come with mixhost, {name, path, about}, in the order of their rows;
--- nil and the faults of their manifests.
function service_tables.services()
  local services, faults = {}, {}
  for _, name in ipairs(assert(mix.fs.list(folder))) do
    local path = ("%s/%s/service.lua"):format(folder, name)
    local manifest = require(("services.%s.service"):format(name))
    for _, fault in ipairs(service_tables.faults(manifest)) do
      faults[#faults + 1] = ("%s: %s"):format(path, fault)
    end
    services[#services + 1] = {
      name = name, path = path, title = manifest.title, about = manifest.about,
    }
  end
  if faults[1] then return nil, faults end
  table.sort(services, function(a, b) return a.about.hosts:lower() < b.about.hosts:lower() end)
  return services
end

local function row(cells)
  local text = "|"
  for _, cell in ipairs(cells) do text = text .. (cell ~= "" and " " .. cell or "") .. " |" end
  return text
end

--- Returns the lines of a document's table: {text, path}, the path of the manifest that they show.
function service_tables.rows(document, services)
  if document.lines then return document.lines(services) end
  local headings, rules = {}, ""
  for place, column in ipairs(document.columns) do
    headings[place], rules = column[1], rules .. "---|"
  end
  local rows = { { text = row(headings) }, { text = "|" .. rules } }
  for _, service in ipairs(services) do
    local cells = {}
    for place, column in ipairs(document.columns) do
      cells[place] = service.about[column[2]] or ""
    end
    rows[#rows + 1] = { text = row(cells), path = service.path }
  end
  return rows
end

local function lines_of(text)
  local lines = {}
  local whole = text:sub(-1) == "\n" and text or text .. "\n"
  for line in whole:gmatch("([^\n]*)\n") do lines[#lines + 1] = line end
  return lines
end

local function marks_of(document)
  local word = document.mark or "services"
  return ("<!-- %s -->"):format(word), ("<!-- /%s -->"):format(word)
end

-- The places of the lines with the marks, or nil.
local function marks(document, lines)
  local first_mark, last_mark = marks_of(document)
  local first, last
  for place, line in ipairs(lines) do
    if line == first_mark then first = first or place end
    if line == last_mark then last = last or place end
  end
  if first and last and first < last then return first, last end
end

local function no_marks(document)
  return ("%s: no lines %s and %s"):format(document.path, marks_of(document))
end

--- Returns the text of a document with its table as the manifests say; nil and the fault.
function service_tables.filled(document, text, services)
  local lines = lines_of(text)
  local first, last = marks(document, lines)
  if not first then return nil, no_marks(document) end
  local new = table.move(lines, 1, first, 1, {})
  -- Markdown takes a table for one only after an empty line.
  new[#new + 1] = ""
  for _, line in ipairs(service_tables.rows(document, services)) do new[#new + 1] = line.text end
  new[#new + 1] = ""
  table.move(lines, last, #lines, #new + 1, new)
  return table.concat(new, "\n") .. "\n"
end

--- Returns the differences of a document's table from the manifests, one text each.
function service_tables.differences(document, text, services)
  local lines, found = lines_of(text), {}
  local first, last = marks(document, lines)
  if not first then return { no_marks(document) } end
  local wanted, places = {}, {}
  for place, line in ipairs(service_tables.rows(document, services)) do
    wanted[place], places[line.text] = line, true
  end
  local present = {}
  for place = first + 1, last - 1 do
    local line = lines[place]
    present[line] = true
    if line ~= "" and not places[line] then
      found[#found + 1] = ("%s:%d: no service has this row: %s"):format(document.path, place, line)
    end
  end
  for _, line in ipairs(wanted) do
    if not present[line.text] then
      found[#found + 1] = ("%s: the row of %s is missing: %s"):format(document.path,
        line.path or "the headings", line.text)
    end
  end
  if not found[1] and service_tables.filled(document, text, services) ~= text then
    found[1] = ("%s:%d: the rows are not in order"):format(document.path, first)
  end
  return found
end

return service_tables
