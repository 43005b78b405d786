-- Every escape and exhaustion trick, for `make sandbox-check` and the tests.
--
-- Each trick is `{name, expected, code}`: the body of a function, and the message that must block
-- it in a program, in a rule or in both (of several, split by |, one). `query` and `candidate` are
-- a rule's arguments; BIG is a number of bytes that fits the class.
local groups = { "running", "growing", "patterns", "escaping", "calling", "ending" }

local all = {}
for _, group in ipairs(groups) do
  for _, trick in ipairs(require("tricks." .. group)) do
    local name, expected, code = trick[1], trick[2], trick[3]
    for _, class in ipairs { "program", "rule" } do
      local message = expected[class] or expected.both
      if message then
        all[#all + 1] = { name = name, class = class, code = code, message = message }
      end
    end
  end
end
return all
