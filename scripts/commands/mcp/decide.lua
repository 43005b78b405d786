-- The tool `decide`: the user's decisions on doubts. The first call makes a plan; only a call that
-- names it does what it says, as long as the works are as they were.

local answers = require("programs.mcp.lib.answers")
local deciding = require("programs.books.lib.deciding")

-- Seconds after which a plan ends, and the most plans; the oldest goes.
local longest_wait, most_plans = 900, 20

local function name_of(fields)
  local names = { fields.title or "without a title" }
  if fields.creators and fields.creators[1] then
    names[#names + 1] = table.concat(fields.creators, ", ")
  end
  if fields.year then names[#names + 1] = tostring(fields.year) end
  return answers.quoted(table.concat(names, " · "))
end

-- A mark that changes with what a decision is about.
local function mark_of(work, candidate)
  return mix.crypto.sha256(mix.json.encode({ work.status, work.title, candidate or 0 },
    { on_invalid = "replace" }))
end

-- The effect of one decision: {work, verdict, candidate, mark, will}; nil and the reason.
local function step_of(decision)
  local work = mix.library.get(decision.work)
  if not work then return nil, ("there is no work %d"):format(decision.work) end
  if work.status ~= "uncertain" then
    return nil, ("work %d is not in doubt"):format(decision.work)
  end
  local candidate = decision.candidate and (work.candidates or {})[decision.candidate]
  if decision.verdict == "accept" and not candidate then
    return nil, ("work %d has no such candidate: see doubts"):format(decision.work)
  end
  if decision.verdict ~= "accept" and decision.candidate then
    return nil, "a candidate goes with accept alone"
  end
  local words = { accept = "is", none = "is none of its candidates", skip = "stays undecided" }
  local will = ("work %d %s %s"):format(work.id, name_of(work), words[decision.verdict])
  if candidate then
    will = ("%s candidate %d %s"):format(will, decision.candidate, name_of(candidate.fields))
  end
  return { work = work, verdict = decision.verdict, candidate = candidate,
    mark = mark_of(work, candidate), will = will }
end

-- The steps of all decisions; nil and what is wrong.
local function steps_of(wanted)
  local steps, seen = {}, {}
  for place, decision in ipairs(wanted) do
    local step, reason = step_of(decision)
    if not step then return nil, reason end
    if seen[decision.work] then return nil, ("work %d is named twice"):format(decision.work) end
    steps[place], seen[decision.work] = step, true
  end
  return steps
end

local Plans = {}
Plans.__index = Plans

-- Keeps a plan, and returns the refusal that shows it.
function Plans:made(wanted, reason)
  local steps, problem = steps_of(wanted)
  if not steps then return nil, problem end
  local id = mix.crypto.base64url(mix.crypto.random_bytes(18))
  local will = mix.json.array({})
  for place, step in ipairs(steps) do will[place] = step.will end
  if #self.order == most_plans then self.by_id[table.remove(self.order, 1)] = nil end
  self.order[#self.order + 1] = id
  self.by_id[id] = { wanted = wanted, steps = steps, ends = mix.time.monotonic() + longest_wait }
  return { problem = reason .. "nothing is written. Show this plan to the user; when the user "
    .. "agrees, call decide with the plan's name alone", plan = id, will = will }, true
end

local function is_as_planned(steps, planned)
  for place, step in ipairs(planned) do if steps[place].mark ~= step.mark then return false end end
  return true
end

function Plans:done(id)
  local plan = self.by_id[id]
  self.by_id[id] = nil
  if not plan or mix.time.monotonic() > plan.ends then
    return nil, "there is no such plan, or it is too old or done: call decide with decisions"
  end
  local steps, problem = steps_of(plan.wanted)
  if not steps then return nil, "the library has changed, nothing is written: " .. problem end
  if not is_as_planned(steps, plan.steps) then
    return self:made(plan.wanted, "the library has changed since that plan: ")
  end
  local done = mix.json.array({})
  for place, step in ipairs(steps) do
    local decided, err = deciding.decide(step.work, step.verdict, step.candidate)
    if not decided then return { done = done, problem = answers.text(err.message) }, true end
    done[place] = { work = step.work.id, verdict = step.verdict, status = decided.status }
  end
  return { done = done }
end

return function(limits)
  local plans = setmetatable({ by_id = {}, order = {} }, Plans)
  return { {
    name = "decide", title = "Decide doubts", asks_services = true,
    changes = "It writes the user's decisions into the library, which `mixhost books undo --last` "
      .. "takes back, and writes only when it is called again with the plan of the first call.",
    about = "Decides doubts: accept with a candidate's number, none, or skip. The first call, with "
      .. "decisions, is refused with a plan; the second, with that plan alone, carries it out.",
    input = { type = "object", properties = {
      plan = { type = "string", maxLength = 60 },
      decisions = { type = "array", minItems = 1, maxItems = limits.rows, items = {
        type = "object", required = { "work", "verdict" }, properties = {
          work = { type = "integer", minimum = 1, maximum = math.maxinteger },
          verdict = { type = "string", enum = { "accept", "none", "skip" } },
          candidate = { type = "integer", minimum = 1, maximum = 1000 },
        },
      } },
    } },
    run = function(arguments)
      if arguments.plan and not arguments.decisions then return plans:done(arguments.plan) end
      if arguments.decisions and not arguments.plan then
        return plans:made(arguments.decisions, "")
      end
      return nil, "give decisions for a plan, or the plan alone"
    end,
  } }
end
