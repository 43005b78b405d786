-- The model for any table: chooses comparisons by what the columns hold, compares pairs, and fits
-- weights to them, with or without labels.

local record_cells = require("lib.record_cells")
local validation = require("lib.learning.validation")

local table_model = {}

-- Likenesses that part the levels.
local word_steps = { 0.15, 0.3, 0.45, 0.6, 0.7, 0.8, 0.9, 0.985 }
local steps = {
  words = word_steps, alike = word_steps, within = word_steps,
  numbers = { 0.1, 0.4, 0.6, 0.9 },
  same = { 0.5, 1 },
}
-- Fewer labels of either kind, or fewer pairs, say nothing.
local least_labels, least_pairs = 5, 20

--- Whether rules are to be fitted to a table: they give odds, and read no column by its name.
function table_model.is_open(rules)
  local description = rules:describe()
  return description.combine == "odds" and #description.fields.query == 0
end

-- The columns that both sides have, by name; not what names a row alone.
local function names_of(list)
  local seen, names = { left = {}, right = {} }, {}
  for _, pair in ipairs(list) do
    for side, found in pairs(seen) do
      for name in pairs(pair[side]) do found[name] = true end
    end
  end
  for name in pairs(seen.left) do
    if seen.right[name] and name ~= "id" and name ~= "row_id" then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

--- Returns the kind of a column by the kinds of its cells (of mix.records.survey).
function table_model.kind(column)
  local function share(...)
    local count = 0
    for _, kind in ipairs({ ... }) do count = count + (column.kinds[kind] or 0) end
    return count / math.max(1, column.filled)
  end
  if share("date") >= 0.05 and share("date", "number") >= 0.8 then return "date" end
  if share("money") >= 0.2 and share("money", "number") >= 0.8 then return "money" end
  if share("number") >= 0.8 then return "number" end
  if share("code") >= 0.5 and share("code", "number") >= 0.8 then return "code" end
  if share("place") >= 0.6 then return "place" end
  if share("list") >= 0.3 then return "list" end
  if share("name") >= 0.9 then return "name" end
  return "text"
end

-- The comparisons of a column. `of_words`: how words are compared.
local function comparisons_of(name, kind, column, of_words)
  local found = {}
  local function add(measure, own)
    found[#found + 1] = { measure = measure, column = name, steps = own or steps[measure] }
  end
  local distances = column.distances[kind == "money" and "number" or kind]
  if distances then
    add("near", distances)
  elseif kind == "code" then
    add("same")
  elseif kind ~= "number" and kind ~= "money" and kind ~= "date" then
    for _, measure in ipairs(of_words) do add(measure) end
    if column.numbered >= 0.05 * column.filled then add("numbers") end
  end
  return found
end

-- Weights without numbers: the columns that say something, and their comparisons.
local function chosen(survey, names, of_words)
  local weights = { columns = {}, comparisons = {}, words = survey.words, rows = survey.rows }
  local texts = 0
  for place, name in ipairs(names) do
    local column = survey.columns[place]
    local kind = table_model.kind(column)
    local found = column.filled > 1 and comparisons_of(name, kind, column, of_words) or {}
    if #found > 0 then
      weights.columns[#weights.columns + 1] = {
        name = name, kind = kind, usual = column.usual, values = column.values,
      }
      table.move(found, 1, #found, #weights.comparisons + 1, weights.comparisons)
      if found[1].measure == of_words[1] then texts = texts + 1 end
    end
  end
  -- Words may stand in another column than on the other side.
  for _, measure in ipairs(texts > 1 and of_words or {}) do
    weights.comparisons[#weights.comparisons + 1] = { measure = measure, steps = steps[measure] }
  end
  return weights
end

-- The numbers of the left and the right rows of pairs; nil for pairs of one table, where a row may
-- be the same as several. There rows stand on both sides without being paired with themselves.
local function rows_of(list)
  local known, numbers, counts = { left = {}, right = {} }, { left = {}, right = {} }, {}
  local own = {}
  for index, pair in ipairs(list) do
    local texts = {}
    for side, rows in pairs(known) do
      local text = mix.json.encode(pair[side])
      if not rows[text] then
        counts[side] = (counts[side] or 0) + 1
        rows[text] = counts[side]
      end
      numbers[side][index], texts[side] = rows[text], text
    end
    if texts.left == texts.right then own[texts.left] = true end
  end
  local both, lone = 0, 0
  for text in pairs(known.left) do
    if known.right[text] then
      both, lone = both + 1, lone + (own[text] and 0 or 1)
    end
  end
  if lone > both / 2 then return nil end
  return numbers
end

--- Compares pairs. Returns {weights (without numbers), pairs (of mix.records), labels (1, 0, -1),
--- rows (left and right, the numbers of the pairs' rows, where a row is the same as one at most)};
--- nil when no column is on both sides. `for_labels`: words are compared in two ways, which labels
--- can tell apart; an estimate takes them as one, because they say much the same.
function table_model.compare(list, for_labels)
  local names, named, rows = names_of(list), {}, {}
  for place, name in ipairs(names) do named[place] = { name = name } end
  if #names == 0 then return nil end
  for index, pair in ipairs(list) do
    rows[2 * index - 1] = record_cells.of(pair.left, named)
    rows[2 * index] = record_cells.of(pair.right, named)
  end
  local weights = chosen(mix.records.survey(#names, rows), names,
    for_labels and { "alike", "within" } or { "words" })
  if #weights.columns == 0 then return nil end
  local left, right, labels = {}, {}, {}
  for index, pair in ipairs(list) do
    left[index] = record_cells.of(pair.left, weights.columns)
    right[index] = record_cells.of(pair.right, weights.columns)
    labels[index] = pair.label == nil and -1 or pair.label and 1 or 0
  end
  local compared = record_cells.space(weights):table(left, right)
  return { weights = weights, pairs = compared, labels = labels, rows = rows_of(list) }
end

--- How many of the labels say the same, and how many not.
function table_model.counts(labels)
  local same, different = 0, 0
  for _, label in ipairs(labels) do
    if label == 1 then same = same + 1 elseif label == 0 then different = different + 1 end
  end
  return same, different
end

--- Whether labels suffice to learn from.
function table_model.is_labelled(labels)
  local same, different = table_model.counts(labels)
  return same >= least_labels and different >= least_labels
end

local function rounded(value) return math.floor(value * 1000 + 0.5) / 1000 end

--- Returns weights with the numbers of a model, for the rules of rules.lib.table_records.
function table_model.weights(data, model, doc)
  local weights = { doc = doc, prior = rounded(model.prior), comparisons = {} }
  for _, name in ipairs({ "columns", "words", "rows" }) do weights[name] = data.weights[name] end
  for index, comparison in ipairs(data.weights.comparisons) do
    local parts = {}
    for level, part in ipairs(model.parts[index]) do parts[level] = rounded(part) end
    weights.comparisons[index] = {
      measure = comparison.measure, column = comparison.column, steps = comparison.steps,
      parts = parts, rarity = rounded(model.rarity[index]),
    }
  end
  return weights
end

-- How many pairs a model expects to be the same.
local function expected(data, model)
  local sum = 0
  for _, chance in ipairs(data.pairs:probabilities(model)) do sum = sum + chance end
  return sum
end

-- The share of the log odds of an estimate that is kept. It counts every comparison for itself, but
-- what they say of a pair is partly the same. Of 0.6 to 1 this costs the least on ten sets.
local kept = 0.7

-- Makes a model less sure: what it decides stays.
local function less_sure(model)
  local parts, rarity = {}, {}
  for index, list in ipairs(model.parts) do
    parts[index], rarity[index] = {}, kept * model.rarity[index]
    for level, part in ipairs(list) do parts[index][level] = kept * part end
  end
  return { prior = kept * model.prior, parts = parts, rarity = rarity }
end

--- Returns the model that compared pairs show, with the labels that are known (1, 0, -1). Where the
--- pairs of a row all look alike, the model that knows them as rivals would take none of them.
function table_model.estimated(data, labels)
  local plain = data.pairs:estimate(labels)
  if not data.rows then return less_sure(plain) end
  local model = data.pairs:estimate(labels, data.rows.left, data.rows.right)
  return less_sure(expected(data, model) >= expected(data, plain) / 2 and model or plain)
end

--- Returns the weights that pairs show without a look at labels; nil when the pairs are too few, or
--- have no common column. And the number of each pair's left row, where a row is the same as one of
--- the other table at most.
function table_model.estimate(list, rules)
  local data = #list >= least_pairs and table_model.compare(list)
  if not data then return nil end
  local model = table_model.estimated(data, {})
  return table_model.weights(data, model, rules:describe().doc), data.rows and data.rows.left
end

--- Returns the pairs that have a label, {index, label} each. `data`: compared for labels.
function table_model.labelled(data)
  local list = {}
  for index, label in ipairs(data.labels) do
    if label >= 0 then list[#list + 1] = { index = index, label = label == 1 } end
  end
  return list
end

--- Returns the probability of each labelled pair by a model of the other folds, by place, and the
--- folds. `data`: compared for labels. `share`: the part of the labels that the models may see
--- (default all).
function table_model.held_out(data, folds, seed, share)
  local list, random = table_model.labelled(data), mix.random.new(seed)
  local found, parts = {}, validation.split(list, folds, random)
  for rest, part in validation.each_held(parts) do
    local labels = {}
    for index = 1, #data.labels do labels[index] = -1 end
    if share then random:shuffle(rest) end
    for place = 1, math.ceil(#rest * (share or 1)) do
      labels[rest[place].index] = rest[place].label and 1 or 0
    end
    local chances = data.pairs:probabilities(data.pairs:learn(labels))
    for _, item in ipairs(part) do found[item.index] = chances[item.index] end
  end
  return found, parts
end

return table_model
