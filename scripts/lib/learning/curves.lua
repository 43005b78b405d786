-- Computes precision against recall, and how often a score is right, as tables, terminal graphics
-- and SVG.

local escaped = require("lib.xml_text")

local curves = {}

--- Returns points of the precision-recall curve, by falling threshold: {accept, precision, recall}.
--- A refused vector is never matched.
function curves.precision_recall(list)
  local scored, positives = {}, 0
  for _, vector in ipairs(list) do
    if vector.label then positives = positives + 1 end
    if not vector.refused then scored[#scored + 1] = vector end
  end
  table.sort(scored, function(a, b) return a.score > b.score end)
  local points, right = {}, 0
  for index, vector in ipairs(scored) do
    if vector.label then right = right + 1 end
    local next_one = scored[index + 1]
    if not next_one or next_one.score ~= vector.score then
      points[#points + 1] = {
        accept = vector.score, precision = right / index,
        recall = positives > 0 and right / positives or 0,
      }
    end
  end
  return points
end

--- Returns the area under the curve: the mean precision over the reached recalls.
function curves.area(points)
  local sum, before = 0, 0
  for _, point in ipairs(points) do
    sum, before = sum + (point.recall - before) * point.precision, point.recall
  end
  return sum
end

--- Returns ten bins of the score, each with the number of pairs, their mean score and the share of
--- matches. A refused vector counts in the lowest bin. `top`: the highest possible score.
function curves.calibration(list, top)
  local bins = {}
  for index = 1, 10 do
    bins[index] = { low = (index - 1) / 10, high = index / 10, pairs = 0, sum = 0, same = 0 }
  end
  for _, vector in ipairs(list) do
    local score = vector.refused and 0 or math.min(1, vector.score / top)
    local bin = bins[math.min(10, math.floor(score * 10) + 1)]
    bin.pairs, bin.sum = bin.pairs + 1, bin.sum + score
    if vector.label then bin.same = bin.same + 1 end
  end
  local off, shown = 0, {}
  for _, bin in ipairs(bins) do
    if bin.pairs > 0 then
      bin.score, bin.share = bin.sum / bin.pairs, bin.same / bin.pairs
      off = off + bin.pairs / #list * math.abs(bin.score - bin.share)
      shown[#shown + 1] = { low = bin.low, high = bin.high, pairs = bin.pairs, score = bin.score,
        share = bin.share }
    end
  end
  return shown, off
end

local size, gap, edge = 320, 60, 40

local function at(panel, x, y)
  return ("%.1f,%.1f"):format(edge + (panel - 1) * (size + gap) + x * size, edge + (1 - y) * size)
end

local function panel(number, title, across, up)
  local left = edge + (number - 1) * (size + gap)
  local parts = {
    ("<rect x='%d' y='%d' width='%d' height='%d' fill='none' stroke='#888'/>"):format(
      left, edge, size, size),
    ("<text x='%d' y='%d' font-weight='bold'>%s</text>"):format(left, edge - 14, title),
    ("<text x='%d' y='%d' text-anchor='middle'>%s</text>"):format(
      left + size // 2, edge + size + 34, across),
    ("<text transform='translate(%d,%d) rotate(-90)' text-anchor='middle'>%s</text>"):format(
      left - 28, edge + size // 2, up),
  }
  for tick = 0, 4 do
    local share = tick / 4
    parts[#parts + 1] = ("<text x='%.1f' y='%d' text-anchor='middle' font-size='10'>"
      .. "%.2f</text>"):format(left + share * size, edge + size + 16, share)
    parts[#parts + 1] = ("<text x='%d' y='%.1f' text-anchor='end' font-size='10'>"
      .. "%.2f</text>"):format(left - 4, edge + (1 - share) * size + 3, share)
  end
  return table.concat(parts, "\n")
end

local colours = { "#1f6feb", "#d1242f", "#1a7f37", "#8250df", "#9a6700" }

--- Returns both curves of several rule sets as an SVG document. `results`: {name, points, bins}.
function curves.svg(results)
  local width, height = 2 * edge + 2 * size + gap, edge + size + 60 + 18 * #results
  local parts = {
    ("<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' "
      .. "font-family='sans-serif' font-size='12'>"):format(width, height, width, height),
    ("<rect width='%d' height='%d' fill='white'/>"):format(width, height),
    panel(1, "Precision and recall", "recall", "precision"),
    panel(2, "Calibration", "score", "share that is the same"),
    ("<polyline points='%s %s' stroke='#bbb' stroke-dasharray='4' fill='none'/>"):format(
      at(2, 0, 0), at(2, 1, 1)),
  }
  for index, result in ipairs(results) do
    local colour = colours[(index - 1) % #colours + 1]
    local line, bins = {}, {}
    for place, point in ipairs(result.points) do line[place] = at(1, point.recall,
      point.precision) end
    for place, bin in ipairs(result.bins) do bins[place] = at(2, bin.score, bin.share) end
    for number, points in ipairs({ line, bins }) do
      parts[#parts + 1] = ("<polyline class='curve' points='%s' stroke='%s' stroke-width='2' "
        .. "fill='none'/>"):format(table.concat(points, " "), colour, number)
    end
    for _, bin in ipairs(result.bins) do
      local x, y = at(2, bin.score, bin.share):match("(.-),(.+)")
      parts[#parts + 1] = ("<circle cx='%s' cy='%s' r='3' fill='%s'>"
      .. "<title>%d pairs</title></circle>")
        :format(x, y, colour, bin.pairs)
    end
    parts[#parts + 1] = ("<text x='%d' y='%d' fill='%s'>%s</text>"):format(
      edge, edge + size + 52 + 18 * (index - 1), colour, escaped(result.name))
  end
  parts[#parts + 1] = "</svg>\n"
  return table.concat(parts, "\n")
end

return curves
