-- Moves the bounds that rules declare (`bounds`), one after another, where more labelled pairs are
-- then decided correctly.

local changed = require("lib.changed")
local fitting = require("lib.learning.fitting")
local rule_file = require("lib.learning.rule_file")
local sorted_names = require("lib.sorted_names")
local vectors = require("lib.learning.vectors")

local bounds = {}

local factors = { 0.6, 0.8, 0.9, 1.1, 1.25, 1.6 }
-- Pairs that a move must gain, because a single label may be chance.
local price = 2
-- Most pairs, because each trial scores all of them again.
local most_pairs = 3000

-- Rules on trial exist as text, not as a file; the text includes the original rules, whose table
-- must not be shared.
local trial = "match/trial"
local whole = {
  name = function() return "trial.lua" end, path = function() return "trial.lua" end,
}

local function wrong_of(model, list)
  local fitted = fitting.fit(model, list)
  local measures = vectors.measures(list, fitting.matches(fitted))
  return measures.fp + measures.fn
end

--- Tries other bounds. Returns the moved ones, and the vectors under them; nil when none was moved.
function bounds.run(rules, pairs_read, list, model, source)
  local declared = rules:describe().bounds or {}
  local moved, best, chosen = {}, wrong_of(model, list), nil
  if #pairs_read > most_pairs then return moved, nil end
  for _, name in ipairs(sorted_names(declared)) do
    local own_best, own_value, own_list = best - price, nil, nil
    for _, factor in ipairs(factors) do
      local tried = changed({ [name] = declared[name] * factor }, moved)
      local text = rule_file.text(whole, { model = model, bounds = tried, name = "trial" }, source)
      -- The learning command has already named the pairs that are left out.
      local found = vectors.of(pairs_read, mix.rules.load(trial, { text = text }), true)
      local wrong = #found > 0 and wrong_of(model, found) or math.huge
      if wrong < own_best then own_best, own_value, own_list = wrong, tried[name], found end
    end
    if own_value then best, moved[name], chosen = own_best, own_value, own_list end
  end
  return moved, chosen
end

return bounds
