-- Lines for people.

local prose = require("lib.prose")

describe("prose", function()
  it("breaks between words on a terminal and stands below its beginning", function()
    assert.equal("  left   title \"Halo and other\n         songs\"",
      prose.labelled("  left   ", "title \"Halo and other songs\"", 30))
    for line in prose.labelled("  ", ("word "):rep(40), 30):gmatch("[^\n]+") do
      assert.is_true(#line <= 30)
      assert.matches("word$", line)
    end
    assert.equal("Due: aaaa bbbb\n     cccc\n\n     d\n",
      prose.labelled("Due: ", "aaaa bbbb cccc\n\nd\n", 17))
  end)

  it("has nothing that a terminal would obey, in a pipe either", function()
    assert.is_nil(prose.labelled("said ", "a\27[2J\nb\r"):find("[\27\r]"))
  end)

  it("counts columns, not bytes, and leaves a little room beside a long head", function()
    local head = "空花空花空花空花空花 " -- 21 columns
    assert.equal(head .. "aaaa bbbb\n" .. (" "):rep(21) .. "cccc",
      prose.labelled(head, "aaaa bbbb cccc", 30))
    assert.equal(head .. "aaaaaaaa bb", prose.labelled(head, "aaaaaaaa bb", 10))
  end)
end)
