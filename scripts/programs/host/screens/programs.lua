-- The programs that this mixhost knows: what they may do, and their settings.

local failure = require("lib.failure")
local program_pages = require("programs.host.lib.program_pages")
local setting_fields = require("lib.setting_fields")

local function find(programs, name)
  for _, program in ipairs(programs) do
    if program.name == name then return program end
  end
end

local function opened(state, programs)
  if not state.open then return false end
  if state.open == program_pages.itself then return program_pages.mixhost(state.wrong) end
  local program = find(programs, state.open)
  return program and program_pages.detail(program, state.wrong)
end

-- The settings that the open form has.
local function entries_of(state)
  local program = find(mix.host.programs(), state.open)
  if not program and state.open ~= program_pages.itself then return {} end
  return program_pages.settings(program)
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
    page[#page + 1] = program_pages.list(programs)
    return page
  end,
  actions = {
    open = function(state, name) state.open, state.wrong, state.message = name, nil, nil end,
    close = function(state) state.open, state.wrong = nil, nil end,
    save = function(state, values)
      local changed, wrong = setting_fields.save(entries_of(state), values)
      state.wrong, state.message = wrong, setting_fields.message(changed, wrong)
    end,
    forget = function(state, name)
      local called, ok, err = pcall(mix.env.set, name, nil)
      state.message = called and ok
        and { text = "Removed: " .. name, tone = "success", seconds = 5 }
        or { text = failure.line(not called and ok or err), tone = "error" }
    end,
  },
}
