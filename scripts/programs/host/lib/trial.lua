-- Rules that are being written, tried: whether they pass, and what they decide about stored things,
-- beside what the rules in force decide.

local failure = require("lib.failure")
local match_report = require("lib.match_report")
local stored_items = require("programs.host.lib.stored_items")
local words = require("lib.match_words")

local trial = {}

-- Seconds after which no further thing is tried: somebody waits for the answer.
local patience = 10

-- The fault, at its line; the path before it says nothing that the screen does not.
local function flaw_of(err)
  local message = failure.line(err)
  local line, rest = message:match("^%S-%.lua:(%d+): (.+)$")
  return { line = type(err) ~= "string" and err.line or math.tointeger(tonumber(line)),
    text = rest or message }
end

--- Checks a text as the file of a name. Returns the notes on it; nil and the flaws: {{line, text}}.
function trial.check(name, text)
  local called, path, found, notes = pcall(mix.rules.check, name, { text = text })
  if not called then return nil, { flaw_of(path) } end
  if not path then return nil, { flaw_of(found) } end
  return notes or {}
end

local function is_match(name) return name:find("^match/") ~= nil end

-- The rules' explanation of an item; nil and why there is none.
local function ask(rules, item)
  local ok, result = pcall(mix.match.explain, item.query, item.candidates, rules)
  if ok then return result end
  return nil, failure.line(result)
end

local function load(name, options)
  local ok, rules = pcall(mix.rules.load, name, options)
  return ok and rules or nil
end

local function said(result, problem, rules)
  if not result then return "fails: " .. problem end
  local chosen = result.candidate and words.short(result.candidate,
    rules:describe().fields.candidate)
  local score = words.score(result.score, rules:describe())
  return chosen and ("%s, %s (%s)"):format(result.decision, chosen, score) or result.decision
end

local function is_same(one, other)
  if not one or not other then return one == other end
  return one.decision == other.decision and one.index == other.index
end

--- Tries a text that has passed on what is stored, and on `extra` things; rules of a new name are
-- compared with those of `base`. Returns {items = {key,
-- title, now, new, changed, result}, changed (how many), rules}; nil for rules that decide about
-- nothing stored.
function trial.run(name, text, extra, base)
  if not is_match(name) then return nil end
  local new, now = mix.rules.load(name, { text = text }), load(name) or load(base)
  local outcome = { items = {}, changed = 0, rules = new }
  local items = extra or {}
  table.move(stored_items.of(name), 1, stored_items.most, #items + 1, items)
  local start = mix.time.monotonic()
  for place, item in ipairs(items) do
    -- Others have their turn between two, and no time limit adds them up.
    mix.task.sleep(0)
    if place > 1 and mix.time.monotonic() - start > patience then break end
    local after, problem = ask(new, item)
    local before, earlier
    if now then before, earlier = ask(now, item) end
    local changed = now ~= nil and not is_same(before, after)
    outcome.items[#outcome.items + 1] = {
      key = item.key, title = item.title, changed = changed, result = after,
      now = now and said(before, earlier, now) or "", new = said(after, problem, new),
    }
    if changed then outcome.changed = outcome.changed + 1 end
  end
  return outcome
end

--- A thing of a query and candidates in JSON; nil and what is wrong: field and message.
function trial.given(query, candidates)
  if not query and not candidates then return {} end
  local one, err = mix.json.decode(query or "")
  if type(one) ~= "table" or #one > 0 then
    return nil, "query", err and failure.line(err) or "it is not a JSON object"
  end
  local list
  list, err = mix.json.decode(candidates or "")
  if type(list) ~= "table" or not mix.json.is_array(list) then
    return nil, "candidates", err and failure.line(err) or "it is not a JSON list"
  end
  for _, candidate in ipairs(list) do
    if type(candidate) ~= "table" then return nil, "candidates", "it holds more than objects" end
  end
  return { { key = "given", title = "The query above", query = one, candidates = list } }
end

--- One tried thing with every candidate's breakdown.
function trial.detail(item, rules)
  local description = rules:describe()
  local result = item.result
  local node = { "detail", title = item.title, on_close = "close_item", facts = {
    { label = "Now", value = item.now ~= "" and item.now or "no such rules yet" },
    { label = "With these", value = item.new },
  } }
  if not result then return node end
  node.subtitle = match_report.headline(result, description)
  table.insert(node.facts, { label = "Why", value = result.reason })
  table.insert(node.facts, { label = "Needed", value = match_report.needed(description) })
  for _, candidate in ipairs(result.candidates) do
    node[#node + 1] = match_report.candidate(result, candidate, description)
  end
  return node
end

return trial
