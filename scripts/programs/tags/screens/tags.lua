-- Tags: the planned folders, what would change in their files, and the files in doubt. Files are
-- written by the command alone, which the user gives the folder.

local choices = require("programs.tags.lib.choices")
local nodes = require("programs.tags.lib.nodes")
local planning = require("programs.tags.lib.planning")
local plans = require("programs.tags.lib.plans")
local view = require("programs.tags.lib.view")

local function plan_of(state)
  local list = plans.list()
  for _, plan in ipairs(list) do
    if plan.id == state.folder then return plan, list end
  end
  return #list == 1 and list[1] or nil, list
end

local function first_doubt(files, skipped)
  for _, file in ipairs(files) do
    if file.status == "uncertain" and not skipped[file.id] then return file end
  end
end

local function explained(file, plan)
  local ok, found = pcall(function()
    return mix.match.explain(file.record, file.candidates, mix.rules.load(plan.rules))
  end)
  return ok and found or nil
end

-- The doubt that is looked at: one that was opened, or the first one left.
local function doubt(state, files)
  local file = state.deciding and plans.file_by_id(state.deciding)
  return file or state.reviewing and first_doubt(files, state.skipped) or nil
end

local function folder_part(page, state, plan)
  local files = plans.files(plan.id)
  local counts = plans.counts(files)
  local function add(node) page[#page + 1] = node end
  add({ "text", plan.root, style = "heading" })
  add({ "text", view.summary(counts), style = "muted" })
  add(counts.matched > 0 and { "message", ("mixhost tags write \"%s\" writes %d of them."):format(
    plan.root, counts.matched), tone = "info" })
  local file = doubt(state, files)
  if file then
    add({ "link", "Leave the review", action = "leave" })
    add(nodes.review(file, explained(file, plan)))
  elseif counts.uncertain > 0 then
    add({ "link", ("Decide about %d uncertain"):format(counts.uncertain), action = "review" })
  end
  local open = state.file and plans.file_by_id(state.file)
  add(open and nodes.file(open))
  add(nodes.filters(state, counts))
  add(nodes.files(files, state.status ~= "all" and state.status or nil))
end

-- Keeps a decision about the file of a doubt.
local function decide(state, key, decision)
  local file = plans.file_by_id(key)
  local plan = file and plan_of({ folder = file.plan })
  if not (file and plan) then return end
  decision(file, choices.set(plan.fields))
  plans.put_files({ file })
  state.deciding = nil
end

return {
  watch = { "topic:tags" },
  view = function(state)
    state.skipped = state.skipped or {}
    local plan, list = plan_of(state)
    local page = { "page", title = "Tags" }
    if not plan or #list > 1 then page[#page + 1] = nodes.folders(list) end
    if plan then folder_part(page, state, plan) end
    return page
  end,
  actions = {
    open_folder = function(state, id)
      state.folder, state.file, state.deciding, state.reviewing = id, nil, nil, nil
    end,
    open_file = function(state, id) state.file = id end,
    close_file = function(state) state.file = nil end,
    filter = function(state, values) state.status = values.status end,
    review = function(state) state.reviewing, state.skipped = true, {} end,
    leave = function(state) state.reviewing, state.deciding = nil, nil end,
    decide = function(state, id) state.deciding = id end,
    choose = function(state, args)
      decide(state, args.key, function(file, only)
        planning.choose(file, args.candidate, only)
      end)
    end,
    reject = function(state, args)
      decide(state, args.key, function(file) planning.reject(file) end)
    end,
    skip = function(state, args)
      state.skipped[args.key], state.deciding = true, nil
    end,
  },
}
