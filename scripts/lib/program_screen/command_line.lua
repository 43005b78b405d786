-- Reads the command line of `mixhost screen`: a name, and actions step by step.

local command_line = {}

--- Returns the steps of a command line: each --do with the words after it.
function command_line.steps(words)
  local steps, only_words = {}, false
  for index, word in ipairs(words) do
    local step = steps[#steps]
    local action = not only_words and word:match("^%-%-do=(.+)$")
    if step and not step.action then
      step.action = word
    elseif action or not only_words and word == "--do" then
      table.insert(steps, { action = action or nil, words = {} })
    elseif not only_words and word == "--" then
      only_words = true
    elseif step and (only_words or word:sub(1, 1) ~= "-") and words[index - 1] ~= "--rows" then
      table.insert(step.words, word)
    end
  end
  return steps
end

--- Reads the command line: {name, steps = {{action, words}}, rows, json}.
function command_line.read()
  local args = mix.args.parse({
    name = "screen",
    summary = "Shows a screen of a program, such as charts, and does what it offers.\n\n"
      .. "Without a name: the screens that there are. Several --do are done one after the other.",
    options = {
      { "do", placeholder = "ACTION", many = true,
        help = "run this action first; the screen lists its actions" },
      { "yes", type = "flag", help = "run actions that ask for confirmation without asking" },
      { "rows", type = "integer", min = 1,
        help = "items of a list at most (default: 50 on a terminal)" },
    },
    positional = {
      { "name", optional = true, help = "a screen, such as charts or chart/charts" },
      { "value", optional = true, many = true,
        help = "after --do, the action's input: KEY, or NAME=VALUE…; "
          .. "NAME=@FILE for the text of a file" },
    },
    examples = {
      "$0", "$0 charts", "$0 charts --do refresh", "$0 books --do open 7",
      "$0 books --do import file=@goodreads.csv",
      "$0 books --do open 7 --do edit year=1965", "$0 charts --json",
    },
  })
  args.steps = command_line.steps(arg)
  -- Words after the name and before any step have no meaning.
  local count = 0
  for _, step in ipairs(args.steps) do count = count + #step.words end
  if #args.value > count then
    mix.ui.fail(("'%s' stands behind the screen's name: --do ACTION says what it is for"):format(
      args.value[1]), 2)
  end
  return args
end

return command_line
