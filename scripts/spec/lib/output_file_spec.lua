-- Files that commands write: "-" is standard output, and no folder is made in silence.

local output_file = require("lib.output_file")

describe("a file to write", function()
  local folder = mix.fs.data("spec/output")

  it("is standard output without a name", function()
    assert.are.same({ true, true, false }, { output_file.is_stdout(nil), output_file.is_stdout("-"),
      output_file.is_stdout("a") })
    assert.is_true(output_file.is_stdout("/dev/stdout"))
  end)

  it("is written where its folder is, and refused elsewhere", function()
    assert(mix.fs.write(folder .. "/a.csv", ""))
    assert.is_true(output_file.write(folder .. "/b.csv", "b"))
    assert.equal("b", mix.fs.read(folder .. "/b.csv"))
    local done, err = output_file.write(folder .. "/no/such/b.csv", "b")
    assert.is_nil(done)
    assert.matches("there is no folder .*spec/output/no/such; make it first", err.message)
    assert.is_nil(mix.fs.info(folder .. "/no"))
  end)
end)
