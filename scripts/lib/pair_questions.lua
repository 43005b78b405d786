-- Questions about pairs: what both records say, and one key for the answer.

local words = require("lib.match_words")

local pair_questions = {}

-- Breaks lines of a terminal between words, not within them.
local function say(head, text)
  if mix.ui.is_terminal() then
    local columns = math.max(12, mix.ui.width() - #head - 1)
    text = mix.ui.wrap(text, columns):gsub("\n", "\n" .. (" "):rep(#head))
  end
  print(head .. text)
end

--- Shows a pair: what the rules say of it, and the fields that they read.
function pair_questions.show(says, left, right, description)
  print()
  say("", says)
  say("  left   ", words.record(left, description.fields.query))
  say("  right  ", words.record(right, description.fields.candidate))
end

--- Asks until the answer is one of the keys. Returns "y", "n", "s" or "q", which the end of the
-- input is, too.
function pair_questions.ask()
  local question = "  y the same, n different, s skip, q quit > "
  if mix.ui.is_terminal() and mix.ui.width() <= #question then
    question = "  y same, n not, s skip, q quit > "
  end
  while true do
    io.write(question)
    local line = mix.ui.read_line()
    local key = line and line:match("^%s*(.-)%s*$"):lower() or "q"
    if ("ynsq"):find(key, 1, true) and #key == 1 then return key end
    print("  that is not one of the keys")
  end
end

return pair_questions
