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

  it("is written as a whole", function()
    assert.is_true(output_file.write(folder .. "/b.csv", "b"))
    assert.equal("b", mix.fs.read(folder .. "/b.csv"))
  end)
end)
