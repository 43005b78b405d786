-- Charts with mistakes in them, by name.

local chart_faults = {}

--- Returns a number with commas, such as `6,398,943`.
function chart_faults.grouped(number)
  local digits = tostring(number):reverse():gsub("(%d%d%d)", "%1,"):reverse()
  return (digits:gsub("^,", ""))
end

-- Texts that a spreadsheet takes for a formula, and that a careless CSV breaks on.
local formulas = { [0] = "=1+", "+1", "-1", "@SUM", "\t=", 'a "b", c; ' }
-- Numbers that no type of Lua holds are written in the place of this text.
local huge = "(huge)"

-- The mistakes of a row: a change, or another value in its place.
local rows = {
  ["bad-rank"] = function(row) row.rank = "x" end,
  ["negative-rank"] = function(row) row.rank = -1 end,
  ["zero-rank"] = function(row) row.rank = 0 end,
  ["fractional-rank"] = function(row) row.rank = 1.5 end,
  ["huge-rank"] = function(row) row.rank = huge end,
  ["missing-rank"] = function(row) row.rank = nil end,
  ["missing-artist"] = function(row) row.artist = nil end,
  ["blank-artist"] = function(row) row.artist = "   " end,
  ["missing-title"] = function(row) row.title = nil end,
  ["empty-title"] = function(row) row.title = "" end,
  ["null-title"] = function(row) row.title = mix.json.null end,
  ["number-title"] = function(row) row.title = 42 end,
  ["not-objects"] = function(row)
    local kind = row.rank % 3
    return kind == 0 and mix.json.null or kind == 1 and row.title
      or mix.json.array({ row.rank, row.title, row.artist })
  end,
  ["huge-titles"] = function(row) row.title = ("la "):rep(333334) end,
  -- Texts that clear a terminal, ring its bell, break a line, end a C string or turn text around.
  ["control-characters"] = function(row)
    row.title = ("\27[2J\27]0;gotcha\7%s\r\n\0\u{9B}31m\u{202E}"):format(row.title)
  end,
  formulas = function(row) row.title = formulas[row.rank % 6] .. row.title end,
}

local function spoiled(row, spoil) return spoil(row) or row end

-- The mistake is in the rows 2, 5, 8, …, or in every row. Of large rows there is one.
local function with_mistakes(name, list, is_everywhere)
  local spoil, result = rows[name], mix.json.array({})
  local is_large = name == "huge-titles"
  for place, row in ipairs(list) do
    local is_hit = is_everywhere or place % 3 == 2
    if is_large then is_hit = place == 1 end
    if is_hit or not (is_large and is_everywhere) then
      result[#result + 1] = is_hit and spoiled(row, spoil) or row
    end
  end
  return result
end

-- Charts of `list` that are odd as a whole.
local documents = {
  ["empty-array"] = function() return mix.json.array({}) end,
  ["empty-object"] = function() return {} end,
  string = function() return "a chart" end,
}

local function each(list, change)
  local result = mix.json.array({})
  for place, row in ipairs(list) do change(result, row, place) end
  return result
end

documents["ten-thousand"] = function()
  local result = mix.json.array({})
  for rank = 1, 10000 do
    result[rank] = { rank = rank, title = "Title " .. rank, artist = "Artist " .. rank }
  end
  return result
end

function documents.duplicates(list)
  return each(list, function(result, row)
    result[#result + 1], result[#result + 2] = row, row
  end)
end

function documents.gaps(list)
  return each(list, function(result, row)
    if row.rank % 3 ~= 0 then result[#result + 1] = row end
  end)
end

function documents.shuffled(list)
  return each(list, function(result, row, place) result[#list + 1 - place] = row end)
end

-- Numbers as strings with commas; after rank 90 comes 1,001.
documents["kworb-strings"] = function(list)
  return each(list, function(result, row, place)
    result[place] = {
      rank = chart_faults.grouped(row.rank + (row.rank > 90 and 910 or 0)), title = row.title,
      artist = row.artist, streams = chart_faults.grouped(7000000 // row.rank),
    }
  end)
end

-- Artist and title in one string, and no artist of its own; first real ones that are hard to take
-- apart.
documents["artist-title"] = function(list)
  local texts = mix.json.array({
    "Oasis - Wonderwall - Remastered", "HUGEL - Jamaican (Bam Bam) (w/ SOLTO (FR))",
  })
  for _, row in ipairs(list) do texts[#texts + 1] = ("%s - %s"):format(row.artist, row.title) end
  return each(texts, function(result, text, place)
    result[place] = { rank = place, title = text }
  end)
end

local page = [[
<!DOCTYPE html>
<html><head><title>Log in to the network</title></head>
<body><form action="/login"><input name="user"></form></body></html>
]]

--- Returns the answer that is the chart with a mistake; nil for an unknown one. `is_everywhere`: in
--- every row.
function chart_faults.answer(name, list, is_everywhere)
  if name == "html" then return { fault = name, type = "text/html; charset=utf-8", body = page } end
  local document = rows[name] and with_mistakes(name, list, is_everywhere)
    or documents[name] and documents[name](list)
  if not document then return nil end
  local text = mix.json.encode(document):gsub('"%(huge%)"', "1e400")
  return { fault = name, type = "application/json; charset=utf-8", body = text }
end

return chart_faults
