-- The fields of a row.

local loading = require("lib.linking.loading")

local function record(title, artist)
  return loading.record({ "1", title, artist }, { places = { id = 1, title = 2, artist = 3 } })
end

describe("a row of a table", function()
  it("has no fields where its columns say nothing", function()
    for _, word in ipairs({ "N/A", "null", "-", "?", "#N/A", "NaN" }) do
      assert.are.same({ id = "1" }, record(word, word), word)
    end
  end)

  it("keeps a name of signs, or a word for nothing, beside another", function()
    assert.are.same({ id = "1", title = "?", artist = "Ada" }, record("?", "Ada"))
    assert.are.same({ id = "1", title = "N/A", artist = "Ada" }, record("N/A", "Ada"))
    assert.are.same({ id = "1", title = "Ebb" }, record("Ebb", "N/A"))
    assert.are.same({ title = "?" }, loading.record({ "?" }, { places = { title = 1 } }))
  end)

  it("has no name that is a fault of a spreadsheet", function()
    assert.are.same({ id = "1", artist = "Ada" }, record("#REF!", "Ada"))
  end)
end)
