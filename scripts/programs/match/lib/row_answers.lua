-- The answer for one row of a table: the entry that its user decided on, else the one that rules
-- choose among those that a service finds.

local failure = require("lib.failure")
local progress = require("lib.linking.progress")
local providers = require("lib.providers")
local queries = require("rules.lib.service_queries")
local searching = require("rules.lib.service_search")

local row_answers = {}

-- The entry of a pin that names no more than an identifier; it is looked up, else searched for.
-- Returns it, and whether the service has it; nil and the error.
local function pinned(service, spec, record, id)
  local can = spec.service.can
  local found, err
  if can and can.lookup then
    found, err = service:lookup({ id }, { kind = spec.service.of,
      country = mix.env.setting("match.country") })
    -- An entry that was merged into another comes with the other's identifier.
    if found and #found == 1 then found[1].id = id end
  else
    found, err = searching.run(service, spec.service, record, spec.rules, 0)
  end
  if not found and not failure.is_of_question(err) then return nil, err end
  for _, candidate in ipairs(spec.service.named(found or {})) do
    if tostring(candidate.id or candidate.key) == id then return candidate, true end
  end
  return { id = id }, false
end

-- A user's decisions about a row at this service: the pinned entry, and the refused identifiers.
local function decided(spec, record)
  local pin, refused = nil, {}
  for target, entry in pairs(spec.kept:of(record) or {}) do
    local id = target:sub(1, #spec.with + 1) == spec.with .. " " and target:sub(#spec.with + 2)
    if id and entry.verdict == "same" then pin = { id = id, entry = entry } end
    if id and entry.verdict == "different" then refused[id] = true end
  end
  return pin, refused
end

-- Whether an entry says more than its identifier.
local function is_whole(entry)
  for field in pairs(entry) do if field ~= "id" and field ~= "key" then return true end end
  return false
end

local function of_pin(service, spec, record, pin)
  local candidate, has = pin.entry.other, true
  if not is_whole(candidate) then
    candidate, has = pinned(service, spec, record, pin.id)
    if not candidate then return { failed = has } end
    if has then spec.kept:add(record, candidate, "same", spec.with) end
  end
  local ok, found = pcall(mix.match.best, record, { candidate }, spec.rules)
  return { is_pinned = true, is_unknown = not has, asked = 1, found = {
    candidate = candidate, decision = "confirmed", reason = "decided by hand",
    score = ok and found.score or 0,
  } }
end

--- Returns the answer for a record: {found, asked, further, is_late, is_live (of service_search),
--- is_pinned, is_unknown}, or {missing}, {failed} or {raised}. `spec`: that of service_run, with
--- service, rules and kept.
function row_answers.of(service, spec, record)
  local pin, refused = decided(spec, record)
  if pin then return of_pin(service, spec, record, pin) end
  local is_askable = queries.has_words(record, spec.service.needs) or record.isbn
  if not is_askable then return { missing = true } end
  local candidates, searches = providers.ask(spec.with, function()
    return searching.run(service, spec.service, record, spec.rules, spec.args.searches, refused)
  end)
  if not candidates then return { failed = searches } end
  local ok, found = pcall(mix.match.best, record, candidates, spec.rules)
  if not ok then return { raised = failure.line(found) } end
  return { found = found, asked = #candidates, further = searches.further,
    is_late = searches.is_late, is_live = searches.is_live }
end

--- Keeps the wanted pins and rejections that name an entry. `record_of(row)` returns a row's
--- record.
function row_answers.keep(spec, wanted, record_of)
  for _, item in ipairs(wanted) do
    item.record = record_of(item.row)
    if not item.record then
      progress.fail(("--%s %d: there is no such row"):format(
        item.verdict == "same" and "pin" or "reject", item.row), 2)
    end
    local function is_rival(target) return target:match("^%S+") == spec.with end
    if item.id then
      spec.kept:add(item.record, { id = item.id }, item.verdict, spec.with,
        item.verdict == "same" and is_rival or nil)
    end
  end
end

return row_answers
