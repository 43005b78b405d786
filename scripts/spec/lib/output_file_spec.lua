-- Files that commands write: "-" is standard output.

local output_file = require("lib.output_file")
local progress = require("lib.linking.progress")

describe("a file to write", function()
  local folder = mix.fs.data("spec/output")

  it("is standard output without a name", function()
    assert.are.same({ true, true, false }, { output_file.is_stdout(nil), output_file.is_stdout("-"),
      output_file.is_stdout("a") })
    assert.is_true(output_file.is_stdout("/dev/stdout"))
  end)

  it("may have to be a folder", function()
    local fail, message, code = progress.fail, nil, nil
    progress.fail = function(text, with) message, code = text, with end
    assert.is_true(output_file.write(folder .. "/a.csv", "a"))
    for _, path in ipairs({ folder, folder .. "/new" }) do
      output_file.check_folder("--covers", path)
    end
    output_file.check_folder("--covers", nil)
    assert.is_nil(message)
    output_file.check_folder("--covers", folder .. "/a.csv")
    progress.fail = fail
    assert.equal(("--covers %s/a.csv: it is not a folder; name one, which is made where it is "
      .. "missing"):format(folder), message)
    assert.equal(2, code)
  end)

  it("is not a folder", function()
    assert.is_true(output_file.write(folder .. "/a.csv", "a"))
    assert.equal(("--out %s: it is a folder; name a file in it"):format(folder),
      output_file.problem("--out", folder))
    for _, path in ipairs({ "-", folder .. "/a.csv", folder .. "/new.csv" }) do
      assert.is_nil(output_file.problem("--out", path))
    end
    assert.is_nil(output_file.problem("--out", nil))
  end)

  it("is written as a whole", function()
    assert.is_true(output_file.write(folder .. "/b.csv", "b"))
    assert.equal("b", mix.fs.read(folder .. "/b.csv"))
  end)
end)
