-- The list of commands in a script's help.

local prose = require("lib.prose")
local subcommands = require("lib.subcommands")

describe("the list of commands", function()
  local labelled = prose.labelled
  after_each(function() prose.labelled = labelled end)

  it("has what they do in a column, on a narrow terminal as well", function()
    local list = { { "add", "add a book or a list of books" }, { "import", "read a table" } }
    assert.equal("  add     add a book or a list of books\n  import  read a table",
      subcommands.listed(list))
    prose.labelled = function(head, text) return labelled(head, text, 26) end
    assert.equal("  add     add a book or a\n          list of books\n  import  read a table",
      subcommands.listed(list))
  end)
end)
