-- Decisions of people about pairs: pins, rejections and reviews, which later runs respect.

local decisions = require("lib.linking.decisions")
local pair_questions = require("lib.pair_questions")
local tables_run = require("lib.linking.tables_run")
local written = require("spec.written")

local out = "spec/overruled.csv"

local mine = "title,artist\nHalo,Ann Lee\nBlue,Bo Ray\nGone,Cy Dee\n"
local theirs = "id,title,artist\na,Halo,Ann Lee\nb,Blue,Bo Ray\nc,Halo,Ann Lee\nd,Else,Di Fox\n"

-- Runs a command with options; returns the identifiers or clusters of the rows.
local function run(args, command)
  args.map, args.json, args.out = {}, true, mix.fs.data(out)
  local is_dedupe = command == "dedupe"
  tables_run.run({ command = command or "link", left = written("mine.csv", args.mine or mine),
    right = not is_dedupe and written("theirs.csv", theirs) or nil, single = not is_dedupe,
    args = args })
  local found = {}
  for place, row in ipairs((mix.csv.parse(assert(mix.fs.read(mix.fs.data(out)))))) do
    found[place] = is_dedupe and row.cluster or row.match_id
  end
  return found
end

-- Answers questions by keys, and returns how many there were.
local function answering(keys, use)
  local ask, show, asked = pair_questions.ask, pair_questions.show, 0
  pair_questions.show = function() end
  pair_questions.ask = function()
    asked = asked + 1
    return keys:sub(asked, asked)
  end
  local ok, problem = pcall(use)
  pair_questions.ask, pair_questions.show = ask, show
  assert(ok, problem)
  return asked
end

before_each(function() decisions.forget("all") end)

describe("a pin", function()
  it("is the row's match, now and in later runs, until it is forgotten", function()
    assert.are.same({ "a", "b", "d" }, run({ pin = { "3=d" } }))
    -- The row's number and the rest of the table say nothing.
    assert.are.same({ "d", "a" }, run({ mine = "artist,title\nCy Dee,GONE\nAnn Lee,Halo\n" }))
    assert.are.same({ "a", "" }, run({ mine = "title,artist\nHalo,Ann Lee\nGone,Cy\n" }))
    decisions.forget("all")
    assert.are.same({ "a", "b", "" }, run({}))
  end)

  it("takes the place of an earlier one", function()
    run({ pin = { "3=d" } })
    assert.are.same({ "a", "", "b" }, run({ pin = { "3=b" } }))
    assert.are.same({ "a", "", "b" }, run({}))
  end)

  it("in one table puts two rows into a cluster", function()
    assert.are.same({ "1", "2", "1" }, run({ pin = { "1=3" } }, "dedupe"))
    assert.are.same({ "1", "2", "1" }, run({}, "dedupe"))
  end)
end)

describe("a rejection", function()
  it("leaves the next best to the row", function()
    assert.are.same({ "c", "b", "" }, run({ reject = { "1=a" } }))
    assert.are.same({ "c", "b", "" }, run({}))
    assert.are.same({ "", "b", "" }, run({ reject = { "1" } }))
  end)

  it("takes back a pin of the same pair", function()
    run({ pin = { "3=d" } })
    assert.are.same({ "a", "b", "" }, run({ reject = { "3=d" } }))
  end)

  it("in one table parts two rows", function()
    local double = "title,artist\nHalo,Ann Lee\nHALO,Ann Lee\n"
    assert.are.same({ "1", "1" }, run({ mine = double }, "dedupe"))
    -- Both rows say the same, so that the decision is about either.
    assert.are.same({ "1", "2" }, run({ mine = double, reject = { "2=1" } }, "dedupe"))
  end)
end)

describe("a review", function()
  it("keeps its answers for later runs of changed tables", function()
    assert.equal(2, answering("yn", function() run({ review = true, all = true }) end))
    assert.are.same({ "a", "", "", "" }, run({ mine = mine .. "More,Ed Gil\n" }))
  end)

  it("asks once about a pair", function()
    answering("yy", function() run({ review = true, all = true }) end)
    assert.equal(0, answering("", function() run({ review = true, all = true }) end))
  end)

  it("with --all of one table asks about each pair", function()
    local double = "title,artist\nHalo,Ann Lee\nHalo,Anne Lee\nBlue,Bo Ray\n"
    assert.equal(1, answering("n", function()
      run({ mine = double, review = true, all = true }, "dedupe")
    end))
    assert.are.same({ "1", "2", "3" }, run({ mine = double }, "dedupe"))
  end)
end)

it("decisions are exported, read again and forgotten one by one", function()
  run({ pin = { "3=d" }, reject = { "1=a" } })
  local path = mix.fs.data("linking/decisions.ndjson")
  local text = assert(mix.fs.read(path))
  local copy = written("decisions.ndjson", text .. "{}\n")
  local first = mix.json.decode(text:match("[^\n]+"))
  assert.equal("same", first.verdict)
  decisions.forget(first.id)
  assert.are.same({ "c", "b", "" }, run({}))
  decisions.forget("all")
  assert.equal(1, decisions.import(copy))
  assert.are.same({ "c", "b", "d" }, run({}))
end)
