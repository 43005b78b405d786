-- The lines that `mixhost test` names.

local run = require("run")

local function lines(results)
  local found = {}
  for index, result in ipairs(results) do found[index] = result.line or false end
  return found
end

describe("the line of a result", function()
  it("is that of the error when the file fails", function()
    local results = run('describe("a", function() it("x", function() end) end)\nfoo(1)\n')
    assert.equal(1, #results)
    assert.are.same({ "error", 2, "inner_spec.lua:2" },
      { results[1].status, results[1].line, results[1].position })
  end)

  it("is one of the file when the error is in another file", function()
    _G.fail_elsewhere = load('return function()\n\n\n\n\n  error("a")\nend', "@helper.lua")()
    local results = run("\n\nfail_elsewhere()\nlocal _ = 1")
    _G.fail_elsewhere = nil
    assert.are.same({ 3, "helper.lua:6" }, { results[1].line, results[1].position })
  end)

  it("is that of a hook's error for the hooks of a file", function()
    local results = run('it("x", function() end)\nteardown(function()\n  error("y")\nend)')
    assert.same({ 1, 3 }, lines(results))
  end)

  it("is that of the test or the block", function()
    assert.same({ 1, 3, 6 }, lines(run([[
it("a", function() end)
describe("b", function()
  it("c", function()
    error("d") end)
end)
describe("e", function()
  setup(function() error("f") end)
  it("g", function() end)
end)]])))
  end)

  it("is one of the file when a helper in another file declares the test", function()
    local helper = load('return function()\n\n\n\n  it("a", function() end)\nend', "@helper.lua")()
    _G.declare_tests = helper
    local results = run('\ndeclare_tests()\ndescribe("b", function()\n  declare_tests()\nend)')
    _G.declare_tests = nil
    assert.same({ 2, 4 }, lines(results))
  end)

  it("is found, and the path is whole, where the path is long", function()
    local path = ("folder/"):rep(20) .. "long_spec.lua"
    local results = run("\n\nfoo(1)", {}, path)
    assert.equal(3, results[1].line)
    assert.equal(path .. ":3", results[1].position)
  end)

  it("is none where a limit stops the file", function()
    local blocks, runner = require("lib.spec.blocks"), require("lib.spec.runner")
    blocks.reset()
    local inner = runner.new("inner_spec.lua", function() end, {})
    assert.is_nil(inner:stopped("too long").results[1].line)
  end)
end)
