-- Files that commands write: "-" is standard output.

local output_file = require("lib.output_file")

describe("a file to write", function()
  local folder = mix.fs.data("spec/output")

  it("is standard output without a name", function()
    assert.are.same({ true, true, false }, { output_file.is_stdout(nil), output_file.is_stdout("-"),
      output_file.is_stdout("a") })
    assert.is_true(output_file.is_stdout("/dev/stdout"))
  end)

  it("is written as a whole", function()
    assert.is_true(output_file.write(folder .. "/b.csv", "b"))
    assert.equal("b", mix.fs.read(folder .. "/b.csv"))
  end)
end)
