-- Asks about pairs: shows both records, and reads one key for the answer.

local prose = require("lib.prose")
local words = require("lib.match_words")

local pair_questions = {}

-- Questions belong on the terminal: a standard output that is a file, a pipe or events gets none.
local function sink()
  return mix.ui.is_terminal() and not mix.events.enabled() and io.stdout or io.stderr
end

local function say(head, text) sink():write(prose.labelled(head, text), "\n") end

--- Shows a pair: the rules' words on it, and the fields that they read.
function pair_questions.show(says, left, right, description)
  say("", "")
  say("", says)
  say("  left   ", words.record(left, description.fields.query))
  say("  right  ", words.record(right, description.fields.candidate))
end

-- Reads one key of a terminal, and shows it; elsewhere a line.
local function answer()
  if not mix.ui.is_interactive() then
    local line = mix.ui.read_line()
    -- There was no answer; the next text begins a line.
    if not line then say("", "") end
    return line and line:match("^%s*(.-)%s*$"):lower() or "q"
  end
  local key, problem = mix.ui.read_key()
  if problem then mix.ui.fail(problem.message, 1) end
  if not key or key == "ctrl-d" then key = "q" end
  -- Enter after the key answers nothing more.
  if key == "enter" then return nil end
  say("", key)
  return key:lower()
end

--- Asks until the answer is one of the keys. Returns "y", "n", "s" or "q"; the end of the input
--- counts as "q".
function pair_questions.ask()
  local question = "  y the same, n different, s skip, q quit > "
  if mix.ui.is_terminal() and mix.ui.width() <= #question then
    question = "  y same, n not, s skip, q quit > "
  end
  sink():write(question)
  while true do
    local key = answer()
    if key and #key == 1 and ("ynsq"):find(key, 1, true) then return key end
    if key then
      say("", "  that is not one of the keys")
      sink():write(question)
    end
  end
end

return pair_questions
