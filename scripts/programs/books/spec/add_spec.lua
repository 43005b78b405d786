-- The command add with a list of ISBNs.

local add = require("programs.books.lib.commands.add")
local commands = require("programs.books.lib.commands")
local progress = require("lib.linking.progress")
local written = require("spec.written")

local parse, fail = commands.parse, progress.fail

after_each(function() commands.parse, progress.fail = parse, fail end)

it("a list may end its lines as old programs do", function()
  mix.library.reset()
  commands.parse = function()
    return { isbn_list = written("shelf.txt", "9780306406157\r9780140328721\r") }
  end
  add()
  assert.equal(2, mix.library.status().total)
end)

it("a list without an ISBN is named with what is expected", function()
  progress.fail = function(message) error(message, 0) end
  for _, text in ipairs({ "", "\n# none\n", "title,author\nEbb,Ada\n" }) do
    commands.parse = function() return { isbn_list = written("shelf.txt", text) } end
    local _, message = pcall(add)
    assert.matches(": no ISBN is in it; one on each line is expected. A table is read by ",
      message, 1, true)
  end
end)
