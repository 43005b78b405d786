-- Texts of files, services and people, printed by commands.

local match_words = require("lib.match_words")
local terminal_text = require("lib.terminal_text")

it("text for a terminal has nothing that it obeys", function()
  assert.equal("a [2Jb c  0m d", terminal_text.line("a\27[2Jb\tc\n\u{9b}0m\u{202e}d"))
  assert.equal("a b c", terminal_text.line("a\u{61c}b\u{206a}c"))
end)

it("lines and fields stay apart, whatever is in them", function()
  assert.equal("a [2J\n\nb ", terminal_text.lines("a\27[2J\n\nb\r"))
  assert.equal("1\ta b [2J\t7.5", terminal_text.fields({ 1, "a\tb\27[2J", 7.5 }))
end)

it("a record in words is plain, also its lists", function()
  local said = match_words.record({ artist = { "Ada\27[2J", "Bo\u{9b}" }, title = "E\u{202e}bb" },
    { "title", "artist" })
  assert.equal('title "E bb", artist Ada [2J, Bo ', said)
end)
