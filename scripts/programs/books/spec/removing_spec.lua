-- Books of the last import, which undo --import takes away.

local importing = require("programs.books.lib.importing")
local removing = require("programs.books.lib.removing")

local function import(text)
  local file = assert(importing.open({ name = "a.csv", text = text }, {}))
  assert(importing.take(file, {}))
end

local function titles()
  local list = {}
  for place, work in ipairs(removing.last_import()) do list[place] = work.title end
  return list
end

describe("the last import", function()
  before_each(function() mix.library.reset() end)

  it("is nothing in an empty library, and no book that was added by hand", function()
    assert.are.same({}, titles())
    assert(mix.library.import({ { title = "Own" } }, { kind = "book", source = "user" }))
    assert.are.same({}, titles())
  end)

  it("has the books that it added, and after them those of the one before", function()
    import("Title,Author\nKept,Ann Old\n")
    import("Title,Author\nOne,Jo Doe\nKept,Ann Old\nTwo,Jo Roe\n")
    assert(mix.library.import({ { title = "Own" } }, { kind = "book", source = "user" }))
    assert.are.same({ "One", "Two" }, titles())
    removing.remove(removing.last_import(), { yes = true })
    assert.are.same({ "Kept" }, titles())
  end)
end)
