-- Exit codes of commands that are about rules.

local named_rules = require("lib.named_rules")

local function code(name)
  local _, err = pcall(mix.rules.load, name)
  return named_rules.code(name, err)
end

describe("the rules of a command", function()
  it("are loaded by their name", function()
    assert.are.equal("match/tracks", named_rules.match("match/tracks", "measuring"):name())
  end)

  it("have a name that exists, else the command is used wrongly", function()
    for _, name in ipairs({ "tracks", "match/trakcs", "/tmp" }) do
      assert.are.equal(2, code(name))
    end
  end)

  it("are a failure where their file is missing or at fault", function()
    assert.are.equal(1, code("none.lua"))
    assert.are.equal(1, named_rules.code("match/mine", { kind = "syntax", message = "" }))
  end)
end)
