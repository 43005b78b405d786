-- Lengths, days, numbers, ISBNs, spelling.
local cases = require("cases")
local s = cases.new()
local measures = require("rules.lib.measures")
local numbers = require("rules.lib.numbers")
local identifiers = require("rules.lib.identifiers")
local spelling = require("rules.lib.spelling")
local fields = require("rules.lib.fields")
local memo = require("rules.lib.memo")

local lengths = {
  { "3:33", 213 }, { "1:02:03", 3723 }, { 213, 213 }, { "213", 213 }, { "--", nil }, { "", nil },
  { 0, nil }, { "3:3", nil },
}
for _, case in ipairs(lengths) do s:equal(case[1], measures.seconds(case[1]), case[2]) end

local days = {
  { "2014-10-21", "2014-10-21" }, { "2014-10-21T07:00:00Z", "2014-10-21" },
  { "21-Oct-14", "2014-10-21" }, { "2-May-99", "1999-05-02" }, { "October 21, 2014", "2014-10-21" },
  { "October 21 , 2014", "2014-10-21" }, { "21 October 2014", "2014-10-21" },
  { "10/21/2014", "2014-10-21" }, { "2014", "2014" }, { 2014, "2014" }, { "13/40/2014", nil },
  { "soon", nil }, { "", nil },
}
for _, case in ipairs(days) do s:equal(case[1], measures.date(case[1]), case[2]) end
s:equal("year", measures.year("10/21/2014"), 2014)

for word, digits in pairs({ ii = "2", two = "2", ["2nd"] = "2", ["02"] = "2", ["1.5"] = "1.5" }) do
  s:equal(word, numbers.of(word), digits)
end
s:equal("no number", numbers.of("harbour"), nil)
s:equal("the same", numbers.same("no 5", "no 5 live"), true)
s:equal("others", numbers.same("no 5", "no 6"), false)
s:equal("one side", numbers.same("no 5", "no"), false)
s:equal("short year", numbers.same("june 63", "june 1963"), true)

local isbns = {
  { "0-306-40615-2", "9780306406157" }, { "978-0-306-40615-7", "9780306406157" },
  { '="0306406152"', "9780306406157" }, { "0306406153", nil }, { "9780306406158", nil },
  { "080442957X", "9780804429573" }, { "", nil }, { 306406152, nil },
  { "9780306406157", "9780306406157" }, { "9791003992256", "9791003992256" },
  -- Thirteen digits with a right check digit that are another kind of number.
  { "9770306406158", nil }, { "4006381333931", nil }, { "978030640615X", nil },
}
for _, case in ipairs(isbns) do s:equal(case[1], identifiers.isbn(case[1]), case[2]) end

local spellings = {
  { "Song　（Live）", "Song (Live)" }, { "A – B", "A - B" }, { "It’s", "It's" },
  { "( feat . A )", "(feat. A)" }, { "do n't , I 'm", "don't, I'm" },
  { "rock 'n' roll", "rock 'n' roll" }, { "Cort\u{c3}\u{a9}s", "Cortés" }, { "Cortés", "Cortés" },
}
for _, case in ipairs(spellings) do s:equal(case[1], spelling.plain(case[1]), case[2]) end
s:equal("cut in whole characters", #spelling.plain(("é"):rep(700) .. "x"), 1000)
s:equal("cut before a character", #spelling.cut("x" .. ("é"):rep(700)), 999)
s:equal("key", spelling.key("Don't Stop, 10,000"), "dont stop 10000")
s:equal("key of symbols", spelling.key("!!!"), "!!!")

s:equal("a number", fields.text(1984, " "), "1984")
s:equal("a list", fields.text({ "Ada", "Bo" }, "; "), "Ada; Bo")
s:equal("nothing", fields.text({}, "; "), nil)
s:equal("neither", fields.text(true, "; "), nil)

local calls = 0
local remember = memo(function(word)
  calls = calls + 1
  return #word
end, 2)
for _, word in ipairs({ "a", "a", "bb", "a", "ccc", "a" }) do
  s:equal(word, remember(word), #word)
end
s:equal("computed again only when full", calls, 4)
