-- Decisions that a user brings, and lines that are not decisions.

local books = require("programs.books.lib.commands")
local books_decisions = require("programs.books.lib.commands.decisions")
local decision_lines = require("lib.decision_lines")
local decisions = require("lib.linking.decisions")
local progress = require("lib.linking.progress")
local written = require("spec.written")

local form = { needed = { "title", "verdict" }, others = { "time" }, verdict = "verdict",
  verdicts = { "same", "different" } }

-- The reasons of a text's lines by their numbers, and the numbers of its decisions.
local function read(text)
  local found, bad = decision_lines.read(text, form)
  local numbers, reasons = {}, {}
  for place, line in ipairs(found) do numbers[place] = line.line end
  for _, line in ipairs(bad) do reasons[line.line] = line.reason end
  return numbers, reasons
end

-- The problems that a function reports, and what it returns.
local function told(use)
  local problem, lines = progress.problem, {}
  progress.problem = function(text) lines[#lines + 1] = text end
  local ok, result = pcall(use)
  progress.problem = problem
  assert(ok, result)
  return table.concat(lines, "\n"), result
end

describe("a line that is not a decision", function()
  it("says which field it lacks, which it has in its place, and where it is", function()
    local numbers, reasons = read('\u{FEFF}{"title":"Ebb","verdict":"same"}\r\n\r\n'
      .. '{"titel":"Ebb","verdict":"same"}\n{"title":"Ebb","verdict":"diferent"}\ntitle,verdict\n'
      .. '[]\n{"title":"Tide","verdict":"same","time":5}')
    assert.are.same({ 1, 7 }, numbers)
    assert.are.same({
      [3] = "it lacks title; it has titel (did you mean title?)",
      [4] = 'verdict is "diferent" (did you mean different?), and has to be one of same, different',
      [5] = "it is not a JSON object", [6] = "it is not a JSON object",
    }, reasons)
  end)
end)

describe("an import of decisions", function()
  it("fails where nothing is a decision, and names what writes them", function()
    for _, text in ipairs({ "title,artist\nEbb,Ada Lune\n", "" }) do
      local lines, code = told(function()
        return decisions.import(written("decided.csv", text), true)
      end)
      assert.equal(1, code)
      assert.matches("no line of it is a decision; a line of JSON for each is expected, as mixhost "
        .. "match --decisions --json writes them", lines, 1, true)
    end
  end)

  it("of books fails so as well, and names lines by their place in the file", function()
    local parse, exit, code = books.parse, os.exit, nil
    local function import(text)
      code = nil
      books.parse = function() return { import = written("decided.ndjson", text), json = true } end
      rawset(os, "exit", function(with) code = with end)
      local lines = told(books_decisions)
      books.parse = parse
      rawset(os, "exit", exit)
      return lines
    end
    assert.matches("line 1 is not a decision: it is not a JSON object.*no line of it is a decision",
      import("kind,title\nbook,Sabriel\n"))
    assert.equal(1, code)
    assert.matches("line 2 is not a decision: it lacks title; it has titel", import(
      '\n{"kind":"book","titel":"Ebb","decision":"none"}\n'
      .. '{"kind":"book","title":"Ebb","decision":"none"}\n'), 1, true)
    assert.is_nil(code)
  end)
end)

it("a damaged line among the kept decisions stays in their file", function()
  local path = mix.fs.data("linking/decisions.ndjson")
  assert(mix.fs.write(path, '{"row":"a","target":"row b","verdict":"maybe"}\n'))
  local lines = told(function()
    decisions.open():add({ title = "Ebb" }, { title = "Ebb" }, "same")
  end)
  assert.matches('decisions.ndjson:1 is left out.*verdict is "maybe"', lines)
  local text = mix.fs.read(path)
  assert.matches('"verdict":"maybe"', text, 1, true)
  assert.matches('"verdict":"same"', text, 1, true)
end)
