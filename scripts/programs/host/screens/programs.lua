-- The programs that this mixhost knows: what they may do, and their settings.

local setting_fields = require("lib.setting_fields")

local function state_of(program)
  if program.bundled then return "built in", "info" end
  if #program.missing > 0 then return "not accepted", "warning" end
  return "yours", "success"
end

-- The programs, to be opened.
local function program_list(programs)
  local items = {}
  for place, program in ipairs(programs) do
    local badge, tone = state_of(program)
    items[place] = { key = program.name, title = program.name, subtitle = program.summary,
      badge = badge, tone = tone }
  end
  return { "list", items = items, on_select = "open" }
end

-- The settings that belong to a program: its own, and the addresses of its services.
local function program_settings(program)
  local names = {}
  for _, name in ipairs(program.settings) do names[name] = true end
  for _, service in ipairs(program.upstreams) do names["upstream." .. service.name] = true end
  return setting_fields.find(function(entry) return names[entry.name] == true end)
end

-- Where something is asked, as people say it: without scheme and path.
local function without_scheme(text) return (text:gsub("https?://([^/%s]+)[^%s]*", "%1")) end

local function services(program)
  local rows = {}
  for place, service in ipairs(program.upstreams) do
    rows[place] = { name = service.name, limit = mix.http.service(service.name).rate or "none",
      base = service.base:find("%.invalid$") and "the address that you set"
        or without_scheme(service.base) }
  end
  return #rows > 0 and { "table", id = "services", columns = {
    { key = "name", title = "Service", least = 10 }, { key = "limit", title = "Limit", least = 6 },
    { key = "base", title = "Address", least = 14, drop = 1 },
  }, rows = rows }
end

local function wants(program)
  local missing, items = {}, {}
  for _, line in ipairs(program.missing) do missing[line] = true end
  for place, line in ipairs(program.wants) do
    items[place] = { key = place, title = without_scheme(line),
      badge = missing[line] and "not accepted" or nil,
      tone = missing[line] and "warning" or nil }
  end
  return { "list", id = "wants", items = items, empty = "It wants nothing but to run." }
end

-- One program. `wrong`: what was not saved of its settings, {texts, flaws}.
local function program_detail(program, wrong)
  local node = { "detail", title = program.name, subtitle = program.summary, on_close = "close",
    #program.missing > 0 and { "message", "It does not run before you accept what it wants, on "
      .. "the machine that mixhost runs on.", tone = "warning" },
  }
  for _, name in ipairs(program.screens) do
    node[#node + 1] = { "link", "Show " .. name, href = "/screens/" .. name,
      command = "mixhost screen " .. name }
  end
  if #program.refreshers > 0 then
    node.facts = { { label = "Refreshes", value = table.concat(program.refreshers, ", ") } }
  end
  node[#node + 1] = { "text", "What it may do", style = "heading" }
  node[#node + 1] = wants(program)
  node[#node + 1] = services(program)
  setting_fields.add_form(node, program_settings(program), wrong)
  return node
end

local function find(programs, name)
  for _, program in ipairs(programs) do
    if program.name == name then return program end
  end
end

local function opened(state, programs)
  local program = find(programs, state.open)
  return program and program_detail(program, state.wrong)
end

-- The settings that the open form has.
local function entries_of(state)
  local program = find(mix.host.programs(), state.open)
  return program and program_settings(program) or {}
end

local function problems(page, list)
  for place, problem in ipairs(list) do
    page[#page + 1] = { "message", id = "problem " .. place, problem.message, tone = "error" }
  end
end

return {
  view = function(state)
    local programs, wrong = mix.host.programs()
    local found = state.message or {}
    local page = { "page", title = "Programs",
      { "message", found.text, tone = found.tone, seconds = found.seconds },
      opened(state, programs),
    }
    problems(page, wrong)
    page[#page + 1] = program_list(programs)
    return page
  end,
  actions = setting_fields.actions(entries_of),
}
