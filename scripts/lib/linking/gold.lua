-- The known pairs of rows that belong together: a column that both tables have, or a CSV file of
-- pairs of identifiers.

local gold = {}

--- For loading: {column = name}, or {left = {labels}, right = {labels}} from a file of pairs whose
-- first two columns are the left and the right row's identifier (the row's number without one).
function gold.read(value)
  if not value then return nil end
  if not mix.fs.exists(value) then
    return { left = { column = value }, right = { column = value } }
  end
  local reader, err = mix.csv.open(value)
  if not reader then mix.ui.fail("--gold: " .. err.message, 1) end
  local left, right, first = { labels = {} }, { labels = {} }, true
  for rows in function() return reader:next() end do
    for _, row in ipairs(rows) do
      if not first and row[1] and row[2] then
        left.labels[row[1]], right.labels[row[2]] = row[2], row[2]
      end
      first = false
    end
  end
  return { left = left, right = right }
end

--- Precision, recall and F1 from counts.
function gold.measures(right, wrong, wanted)
  local precision = right + wrong > 0 and right / (right + wrong) or 0
  local recall = wanted > 0 and right / wanted or 0
  local f1 = right > 0 and 2 * precision * recall / (precision + recall) or 0
  return { precision = precision, recall = recall, f1 = f1, right = right, wrong = wrong,
    pairs = wanted }
end

return gold
