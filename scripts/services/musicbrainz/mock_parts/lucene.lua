-- Reads searches in Lucene's syntax: fields, groups, phrases in quotes, the operators AND, OR and
-- NOT, and the signs + - ! before a word. Fuzziness, weights and ranges are read over. Without an
-- operator any of the words will do.

local catalogue = require("lib.mock.catalogue")

local lucene = {}

local names = { AND = "and", ["&&"] = "and", OR = "or", ["||"] = "or", NOT = "not" }
local signs = { ["+"] = "must", ["-"] = "not", ["!"] = "not" }

local function is_escaped(text, place)
  local slashes = 0
  while text:sub(place - 1 - slashes, place - 1 - slashes) == "\\" do slashes = slashes + 1 end
  return slashes % 2 == 1
end

local function plain(text) return (text:gsub("\\(.)", "%1")) end

-- The text up to a sign that no backslash precedes, and the place behind it.
local function up_to(text, place, sign)
  local stop = place
  repeat
    local at = text:find(sign, stop, true)
    stop = at and at + 1
  until not at or not is_escaped(text, at)
  return text:sub(place, stop and stop - 2), stop or #text + 1
end

local function word_at(text, place)
  local stop = place
  while stop <= #text and (not text:find('^[%s:()"]', stop) or is_escaped(text, stop)) do
    stop = stop + 1
  end
  return text:sub(place, stop - 1), stop
end

-- A part of a query: {field, text, words, is_phrase}.
local function term(field, text, is_phrase)
  local words = catalogue.words(plain(text))
  -- Words such as "the" are in no field's list, and decide nothing.
  local counts = #catalogue.words(plain(text) .. " q") > 1
  return { field = field, text = plain(text), words = counts and words or {},
    is_phrase = is_phrase }
end

local group

-- A term or a group; nil for a sign alone. Returns it and the place behind it.
local function part(text, place, field)
  local first = text:sub(place, place)
  if first == "(" then return group(text, place + 1, field) end
  if first == '"' then
    local quoted, stop = up_to(text, place + 1, '"')
    return term(field, quoted, true), text:match("^[~^][%d.]*()", stop) or stop
  end
  if first == "[" or first == "{" then
    return nil, text:match("^[^%]}]*[%]}]()", place) or #text + 1
  end
  local word, stop = word_at(text, place)
  if text:sub(stop, stop) == ":" and word ~= "" then return part(text, stop + 1, word:lower()) end
  if word == "" then return nil, place + 1 end
  return term(field, word:gsub("[~^][%d.]*$", "")), stop
end

-- Adds a part to a group as Lucene does: AND binds the part before it, too.
local function add(clauses, found, operator, sign)
  local last = clauses[#clauses]
  if operator == "and" and last and last.occurs == "should" then last.occurs = "must" end
  local occurs = sign or operator == "and" and "must" or "should"
  clauses[#clauses + 1] = { occurs = occurs, part = found }
end

-- Returns the parts up to the closing bracket and the place behind it; false where an operator has
-- no part on one of its sides.
function group(text, place, field)
  local clauses, operator, sign, has_part = {}, nil, nil, false
  while true do
    place = text:match("^%s*()", place) or #text + 1
    if place > #text or text:sub(place, place) == ")" then break end
    local word, stop = word_at(text, place)
    local name, first = names[word], text:sub(place, place)
    if name == "not" then
      sign, place = "not", stop
    elseif name then
      if not has_part or operator or sign then return false end
      operator, place = name, stop
    elseif signs[first] and text:find("^[^%s)]", place + 1) then
      sign, place = signs[first], place + 1
    else
      local found
      found, place = part(text, place, field)
      if found == false then return false end
      if found then add(clauses, found, operator, sign) end
      has_part, operator, sign = true, nil, nil
    end
  end
  if operator or sign then return false end
  return { clauses = clauses }, place + 1
end

--- Reads a query. Returns a group {clauses = {{occurs, part}}}; nil where the service cannot read
--- it.
function lucene.read(text)
  local found, stop = group(text, 1, "")
  while found and stop <= #text do
    local more
    more, stop = group(text, stop, "")
    if not more then return nil end
    add(found.clauses, more)
  end
  return found or nil
end

--- Returns the texts that a query asks for, by field; those of no field are under "".
function lucene.wanted(query, texts)
  texts = texts or {}
  for _, clause in ipairs(query.clauses or {}) do
    if clause.occurs ~= "not" then lucene.wanted(clause.part, texts) end
  end
  if query.text and query.text ~= "" then
    local before = texts[query.field]
    texts[query.field] = (before and before .. " " or "") .. query.text
  end
  return texts
end

local function has_phrase(list, words)
  return (" " .. table.concat(list, " ") .. " ")
    :find(" " .. table.concat(words, " ") .. " ", 1, true) ~= nil
end

local function has_all(list, words)
  for _, word in ipairs(words) do
    if not has_phrase(list, { word }) then return false end
  end
  return true
end

-- Whether one of the lists of words under a field has a term; nil for a field that it lacks.
local function is_in(lists, query)
  if #query.words == 0 or not lists then return nil end
  for _, list in ipairs(lists) do
    local has = query.is_phrase and has_phrase or has_all
    if has(list, query.words) then return true end
  end
  return false
end

--- Tells whether an item is found: its lists of words by field, all of them under "". Nil where the
--- query says nothing of it.
function lucene.finds(query, item)
  if not query.clauses then return is_in(item[query.field], query) end
  local is_bound, any, decides = false, false, false
  for _, clause in ipairs(query.clauses) do
    local has = lucene.finds(clause.part, item)
    if has ~= nil then
      decides = true
      if clause.occurs == "not" and has or clause.occurs == "must" and not has then return false end
      is_bound = is_bound or clause.occurs == "must"
      any = any or has and clause.occurs == "should"
    end
  end
  if not decides then return nil end
  return is_bound or any
end

return lucene
