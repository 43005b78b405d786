-- Rules of one's own: pairs that the rules would learn most from are asked about, and rules are
-- learned from the pairs that people have decided.

local comparing = require("programs.match.lib.screen.comparing")
local counted = require("lib.counted")
local labelled_pairs = require("lib.labelled_pairs")
local learned = require("lib.learning.learned")
local pairs_of = require("programs.match.lib.screen.pairs_of")
local queue = require("lib.learning.queue")
local session = require("programs.match.lib.screen.session")
local vectors = require("lib.learning.vectors")

local teaching = {}

-- Decided pairs from which on learning is offered.
local least = 10
-- Rows whose pairs may be asked about, and pairs of each; rows that are read at once.
local most_rows, most_pairs, page_size = 500, 2, 1000
-- Rows after which the screen shows how far it is.
local step = 20
local folds, seed = 5, 1

-- The name of the rules' file.
local function file_name(rules) return rules:path():match("/rules/(match/[%w_/-]+)%.lua$") end

-- Rules of a table's own weights are learned anew with every decision.
local function learns(spec)
  return pairs_of.rules(spec):describe().combine ~= "odds" and file_name(spec.rules) ~= nil
end

-- Whether rules that are not the user's, or those that learning begins with, have a name.
local function is_taken(name, rules)
  for _, entry in ipairs(mix.rules.list()) do
    if entry.name == name then return not entry.own or entry.path == rules:path() end
  end
  return false
end

local function take_next(asked) asked.vector = asked.queue:next() end

--- Chooses the pairs to ask about.
function teaching.begin(current)
  local spec, open = current.spec, {}
  local rows = math.min(most_rows, current.counts.done)
  for number = 1, rows do
    local found = pairs_of.row(spec, number)
    for place, other in ipairs(found and found.candidates or {}) do
      if place <= most_pairs and not pairs_of.verdict(spec, found.record, other.record) then
        open[#open + 1] = { row = number, found = found, other = other, left = found.record,
          right = other.record }
      end
    end
    if number % step == 0 then session.step(number, rows) end
  end
  local rules = pairs_of.rules(spec)
  local asked = { spec = spec, pairs = open, count = 0,
    queue = queue.of(vectors.of(open, rules, true), rules:describe().accept, seed) }
  take_next(asked)
  current.asked = asked
end

--- Ends the questions.
function teaching.leave(current) current.asked = nil end

--- Goes to the next pair without an answer.
function teaching.skip(current) take_next(current.asked) end

--- Keeps an answer as a decision about the pair, and goes to the next.
function teaching.answer(current, is_same)
  local asked, spec = current.asked, current.spec
  local vector = asked.vector
  local pair = asked.pairs[vector.index]
  if is_same then
    pairs_of.decide(spec, { left = pair.row, right = pair.other.row, score = vector.score,
      left_record = pair.left, right_record = pair.right }, true)
  else
    pairs_of.refuse(spec, pair.found, pair.other)
  end
  asked.queue:answer(vector, is_same)
  asked.count = asked.count + 1
  take_next(asked)
end

-- The pairs that people have decided, as far as they are of these lists.
local function decided_pairs(current)
  local spec, list = current.spec, {}
  local side = (spec.with or "row") .. " "
  local total = spec.run.file:count("left")
  for first = 1, total, page_size do
    for _, result in ipairs(spec.run.file:results(first, page_size)) do
      for target, entry in pairs(spec.kept:of(mix.json.decode(result.record)) or {}) do
        if target:sub(1, #side) == side then
          list[#list + 1] = { left = entry.record, right = entry.other,
            label = entry.verdict == "same", place = "row " .. result.row }
        end
      end
    end
    session.step(math.min(first + page_size - 1, total), total)
  end
  return list
end

--- Learns rules of a name from the decided pairs, writes them unless they are worse than those
--- before, and compares them.
function teaching.learn(current, name)
  local spec = current.spec
  name = "match/" .. name:gsub("^match/", "")
  if is_taken(name, spec.rules) then
    return session.say(("There are other rules %s: give yours another name."):format(name), "error")
  end
  local all = labelled_pairs.for_rules(decided_pairs(current), spec.rules)
  local source = mix.rules.text(file_name(spec.rules))
  local found, problem = learned.run(spec.rules, all, { name = name, source = source,
    from = "decisions", folds = folds, seed = seed })
  if not found then return session.say(("Nothing is learned: %s."):format(problem), "warning") end
  local words = ("%s %s"):format(found.about[2], learned.gain(found))
  if found.is_worse then
    return session.say("The learned rules are worse than those before, and are not kept. " .. words,
      "warning")
  end
  local path, err = mix.rules.save(name, found.text)
  if not path then return session.say(err.message, "error") end
  current.plan.listed = nil
  session.say(("Learned from %s as %s. %s"):format(counted(#found.list, "pair"), name, words),
    "success")
  if not spec.with then comparing.run(current, name) end
end

-- The question about a pair.
local function question(asked)
  local spec, pair = asked.spec, asked.pairs[asked.vector.index]
  local result = pairs_of.explained(spec, { record = pair.left, candidates = { pair.other } })
  return { "review", key = ("%d.%s"):format(pair.row, pair.other.row),
    subject = { title = pairs_of.short(spec, pair.left), facts = pairs_of.facts(pair.left) },
    candidates = { { key = pair.other.row, score = asked.vector.score,
      title = pairs_of.short(spec, pair.right, true), facts = pairs_of.facts(pair.right),
      parts = pairs_of.parts(result and result.candidates[1]) } },
    on_choose = "label_same", on_reject = "label_different", on_skip = "label_skip" }
end

--- Adds the questions or the learning to a page.
function teaching.add(page, current)
  local function add(node) page[#page + 1] = node end
  local spec, asked = current.spec, current.asked
  if not learns(spec) then return end
  add({ "text", "Rules of your own", style = "heading" })
  if asked and asked.spec == spec then
    add({ "text", counted(asked.count, "pair") .. " labelled.", style = "muted" })
    add({ "link", "Leave the labels", action = "leave_labels" })
    return add(asked.vector and question(asked)
      or { "message", "Every pair has a label.", tone = "info" })
  end
  local tally = spec.run.file:tally()
  local count = tally.confirmed + tally.refused
  add({ "text", ("%s decided. From %d on, rules can be learned from them; both kinds are needed, "
    .. "the same and not."):format(counted(count, "pair"), least), style = "muted" })
  add({ "link", "Label pairs", action = "label" })
  if count < least then return end
  add({ "form", id = "learn", title = "Learn from what was decided", submit = "learn",
    label = "Learn and compare", fields = { { name = "name", label = "Name of the new rules",
      required = true, value = file_name(spec.rules):match("^match/([^/]+)") .. "/learned" } } })
end

return teaching
