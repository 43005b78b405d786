-- The second lane of a run: descriptions and covers of decided books. They cost a request or more
-- for each book and decide nothing, so that every book is matched before.

local counted = require("lib.counted")
local covers = require("programs.books.lib.covers")
local enrichment = require("programs.books.lib.enrichment")
local failure = require("lib.failure")
local first_answer = require("lib.first_answer")
local json_values = require("lib.json_values")
local lacking = require("programs.books.lib.lacking")

local completing = {}

local none_has_one = "no catalogue has one"
-- After how many failures in a row a service is left alone: those of some requests at once.
local most_failures = 12
-- Seconds before what failed is asked for again in the same run.
local again_after = { 2, 6 }

local Lane = {}
Lane.__index = Lane

-- Whether another run may bring what failed.
local function may_pass(failures)
  for _, err in ipairs(failures) do
    if not failure.is_of_question(err) then return true end
  end
  return false
end

-- Whether some seconds may do: faults of a service, and no limits or refusals.
local function may_pass_soon(failures)
  for _, err in ipairs(failures) do
    if failure.class(err) == "passing" then return true end
  end
  return false
end

-- Asks a service: `fn` returns a value, or nil and the error. One that is away, refuses the key or
-- asks for a pause is not asked again in this run.
function Lane:ask(book, name, fn)
  local gate = self.gates[name]
  local was_down = gate.down ~= nil
  local value, info = gate:call(fn, failure.is_network)
  if value ~= nil then return value end
  if failure.is_for_all(info) then gate.down = info end
  book.failures[#book.failures + 1] = info
  -- A reason that holds for all books is kept once, and not as each one's note.
  book.is_left = book.is_left or was_down and failure.class(info) ~= "lasting"
end

-- A candidate's cover, when it shows one.
function Lane:cover_of(book, found)
  if not found.cover then return nil end
  local look = self:ask(book, "covers", function()
    return covers.look(found.cover_check or found.cover)
  end)
  return look and look.shown and found.cover or nil
end

-- Further facts that the service of the match knows.
function Lane:own(book, found)
  local provider = enrichment.provider(self.finder, found.source)
  if provider and provider.complete then
    self:ask(book, found.source, function()
      return provider:complete(found, self.reload[book.work.id])
    end)
  end
  local fields = { description = found.description, cover = self:cover_of(book, found) }
  book.found[1] = { source = found.source, fields = fields }
end

local function has(book, name)
  if book.work[name] and not book.is_anew then return true end
  for _, part in ipairs(book.found) do
    if part.fields[name] then return true end
  end
  return false
end

-- Asks the other services for what the first one lacks.
function Lane:others(book, source)
  for _, provider in ipairs(self.finder.kept) do
    local is_whole = has(book, "description") and has(book, "cover")
    if provider.name ~= source and not is_whole then
      local answer = self:ask(book, provider.name, function()
        return enrichment.match(self.finder, provider, book.work)
      end)
      local other = answer and answer.candidate
      if other then
        local fields = enrichment.identifier(other)
        if not has(book, "description") then fields.description = other.description end
        if not has(book, "cover") then fields.cover = self:cover_of(book, other) end
        book.found[#book.found + 1] = { source = other.source, fields = fields }
      end
    end
  end
end

-- Why something is lacking: what the services that failed said, each once.
local function reason_of(book)
  local list = json_values.distinct(book.failures, failure.short)
  return #list > 0 and table.concat(list, "; ") or none_has_one
end

-- Saves the fields that were found and are new. Returns the work as it is then.
function Lane:merge(book, work)
  local after, added = { description = work.description, cover = work.cover }, 0
  for _, part in ipairs(book.found) do
    local fields = {}
    for name, value in pairs(part.fields) do
      if book.is_anew or not work[name] or name == "identifiers" then fields[name] = value end
      after[name] = after[name] or value
    end
    if next(fields) then
      local done = failure.need(mix.library.update(work.id, fields, {
        source = part.source, job = self.job, refresh = book.is_anew or nil,
      }))
      added = added + #done.changed
    end
  end
  if added > 0 and not self.filled[work.id] then
    self.filled[work.id] = true
    self.result.filled = self.result.filled + 1
  end
  return after
end

-- Counts what a book lacks. Returns the note that it gets; its present one while it is to be asked
-- about again.
function Lane:count(book, work, list)
  if #list == 0 then return lacking.note(work, list) end
  if not self.is_last and may_pass_soon(book.failures) then
    self.again[#self.again + 1] = work.id
    return work.error
  elseif book.is_left then
    self.result.left = self.result.left + 1
    return work.error
  end
  local reason = reason_of(book)
  self.result.lacking = self.result.lacking + 1
  self.reasons[reason] = (self.reasons[reason] or 0) + 1
  return lacking.note(work, list, reason, may_pass(book.failures))
end

-- Saves what was found of a book, with a note on what is lacking. Another program may have changed
-- the book meanwhile.
function Lane:save(book)
  local work = mix.library.get(book.work.id)
  if not work or work.status ~= "enriched" then return end
  local note = self:count(book, work, lacking.of(self:merge(book, work)))
  if note == work.error then return end
  failure.need(mix.library.update(work.id, nil, {
    source = "queue", job = self.job, status = "enriched", score = work.score, error = note,
  }))
end

function Lane:book(id)
  local work = mix.library.get(id)
  if not work or work.status ~= "enriched" then return end
  local book = { work = work, is_anew = self.reload[id], failures = {}, found = {} }
  local found = enrichment.recall(self.finder, work)
  if found then
    self:own(book, found)
    self:others(book, found.source)
  end
  self:save(book)
end

-- The works to ask about: those of this run, and, unless `is_alone`, all others that lack something
-- and were not asked about, or in vain.
local function wanted(ids, anew, is_alone)
  local list, of_run = {}, {}
  for _, id in ipairs(ids) do
    of_run[id] = true
    if anew then list[#list + 1] = id end
  end
  if anew and is_alone then return list end
  for work in lacking.works() do
    local note = lacking.read(work)
    local is_open = of_run[work.id] or not is_alone and (not note or note.is_again)
    if is_open and not (anew and of_run[work.id]) then list[#list + 1] = work.id end
  end
  return list
end

-- Asks about books; about those that met a fault of a service, again after some seconds.
function Lane:run(list, concurrency, progress)
  for try = 1, #again_after + 1 do
    self.again, self.is_last = {}, try > #again_after
    mix.task.map(list, { limit = concurrency }, function(id)
      self.is_stopped = self.is_stopped or self.stop ~= nil and self.stop()
      if self.is_stopped then
        self.result.left = self.result.left + 1
      else
        self:book(id)
      end
      if progress and try == 1 then progress:step(1) end
      return true
    end)
    list = self.again
    if #list == 0 then return end
    mix.task.sleep(again_after[try])
    for _, gate in pairs(self.gates) do
      if gate.down and not failure.is_for_all(gate.down) then gate.down, gate.failures = nil, 0 end
    end
  end
end

--- Asks for descriptions and covers of enriched books. Options: ids (the works of this run), anew
-- (ask again, and replace what services said), is_alone (no others than those), concurrency,
-- stop() (whether others wait, so that the rest is left), progress(total) (returns {step, finish},
-- which report each book). Returns {asked, filled (books that got something), lacking, left (books
-- to ask about later), reasons (as lacking.reasons)}.
function completing.run(finder, options)
  local list = wanted(options.ids, options.anew, options.is_alone)
  local newest = mix.jobs.progress(nil)
  local lane = setmetatable({
    finder = finder, stop = options.stop, job = newest and newest.job,
    reload = {}, reasons = {}, filled = {},
    gates = { covers = first_answer.open(true, most_failures) },
    result = { asked = #list, filled = 0, lacking = 0, left = 0 },
  }, Lane)
  for _, provider in ipairs(finder.providers) do
    lane.gates[provider.name] = first_answer.open(true, most_failures)
  end
  for _, id in ipairs(options.anew and options.ids or {}) do lane.reload[id] = true end
  local progress = options.progress and #list > 0 and options.progress(#list)
  lane:run(list, options.concurrency, progress)
  if progress then progress:finish() end
  lane.result.reasons = lacking.sorted(lane.reasons)
  for name, gate in pairs(lane.gates) do
    if gate.down and lane.result.left > 0 and name ~= "covers" then
      lane.result.waits = failure.short(gate.down)
    end
  end
  return lane.result
end

--- The reason that kept descriptions and covers away, in one line; nil when the services have
-- answered.
function completing.problem(result)
  for _, entry in ipairs(result.reasons) do
    if entry.reason ~= none_has_one then return lacking.line(entry) end
  end
  if result.left == 0 then return nil end
  return ("descriptions and covers of %s are left: %s; run asks again"):format(
    counted(result.left, "book"), result.waits or "a service does not answer")
end

--- Says how it went, in notes.
function completing.tell(result)
  if result.filled > 0 then
    mix.ui.note(("descriptions or covers of %s of %d"):format(
      result.filled == 1 and "1 book" or result.filled .. " books", result.asked))
  end
  for _, entry in ipairs(result.reasons) do mix.ui.note(lacking.line(entry)) end
  if result.left > 0 then
    mix.ui.problem(completing.problem({ reasons = {}, left = result.left, waits = result.waits }))
  end
end

return completing
