-- Lengths, days, numbers, ISBNs, spelling.
local measures = require("rules.lib.measures")
local numbers = require("rules.lib.numbers")
local identifiers = require("lib.identifiers")
local spelling = require("rules.lib.spelling")
local fields = require("rules.lib.fields")
local memo = require("rules.lib.memo")

describe("values of records", function()
  local lengths = {
    { "3:33", 213 }, { "1:02:03", 3723 }, { 213, 213 }, { "213", 213 }, { "--", nil }, { "", nil },
    { 0, nil }, { "3:3", nil }, { "0:03:33", 213 }, { "3:33.5", 213.5 }, { "213,5", 213.5 },
    { "213500", 213.5 }, { "213,500", 213.5 }, { "PT3M33S", 213 }, { "3m 33s", 213 },
    { "3 Min. 33 Sek.", 213 }, { "3'33\"", 213 }, { "213 s", 213 }, { "(3:33)", 213 },
    { "3:33 min", 213 }, { "3\u{FF1A}33", 213 },
    -- Forms in which spreadsheets save 0:03:33.
    { "12:03:33 AM", 213 }, { "0.0024652777777778", 213 }, { "3:33 PM", nil },
    -- Minutes and seconds, or minutes and a part of one.
    { "3.33", nil }, { "3,33", nil }, { "-3:33", nil }, { "soon", nil }, { "3 songs 2", nil },
  }
  for _, case in ipairs(lengths) do
    it(tostring(case[1]), function()
      local seconds = measures.seconds(case[1])
      assert.equal(case[2], seconds and math.floor(seconds * 1000 + 0.5) / 1000)
    end)
  end

  local days = {
    { "2014-10-21", "2014-10-21" }, { "2014-10-21T07:00:00Z", "2014-10-21" },
    { "21-Oct-14", "2014-10-21" }, { "2-May-99", "1999-05-02" },
    { "October 21, 2014", "2014-10-21" }, { "October 21 , 2014", "2014-10-21" },
    { "21 October 2014", "2014-10-21" },
    { "10/21/2014", "2014-10-21" }, { "2014", "2014" }, { 2014, "2014" }, { "13/40/2014", nil },
    { "'09", "2009" }, { "'85", "1985" }, { "09", nil },
    { "soon", nil }, { "", nil }, { 1e30, nil },
    -- As spreadsheets, tables of programs and libraries write them.
    { "2014.0", "2014" }, { "2014,0", "2014" }, { "2014-10-20 00:00:00", "2014-10-20" },
    { "10/21/2014 12:00:00 AM", "2014-10-21" }, { "20141021", "2014-10-21" },
    { "2014/10/21", "2014-10-21" }, { "21.10.2014", "2014-10-21" }, { "21/10/2014", "2014-10-21" },
    { "2014-00-00", "2014" }, { "2014/10", "2014" }, { "Oct 2014", "2014" }, { "Oct-99", "1999" },
    { "2014\u{5E74}10\u{6708}21\u{65E5}", "2014-10-21" }, { "\u{FF12}\u{FF10}14", "2014" },
    { "[1999?]", "1999" }, { "\u{A9}1999", "1999" }, { "c. 1999", "1999" }, { "1999?", "1999" },
    { "0000", nil }, { "1990s", nil }, { "300 BC", nil }, { "1500 BC", nil }, { "20255", nil },
    { "1998, c1999", nil }, { "1999-2003", nil },
  }
  for _, case in ipairs(days) do
    it(tostring(case[1]), function() assert.equal(case[2], measures.date(case[1])) end)
  end
  it("year", function() assert.equal(2014, measures.year("10/21/2014")) end)
  it("none, in a long run of blanks that is read soon", function()
    local start = os.clock()
    assert.is_nil(measures.date((" "):rep(100000) .. "x"))
    assert.is_true(os.clock() - start < 2)
  end)

  local words = { ii = "2", two = "2", ["2nd"] = "2", ["02"] = "2", ["1.5"] = "1.5" }
  for word, digits in pairs(words) do
    it(word, function() assert.equal(digits, numbers.of(word)) end)
  end
  it("no number", function() assert.is_nil(numbers.of("harbour")) end)
  for key, expected in pairs({
    ["king henry the fourth first part"] = "henry 4 1", ["henry iv part 1"] = "henry 4 1",
    ["the first part of henry iv"] = "henry 4 1", ["granta issue 150"] = "granta 150",
    ["parts i and ii"] = "1 and 2", ["what i saw"] = "what i saw",
    ["the 21st report"] = "21 report",
    ["behold the twenty first report"] = "behold 21 report", ["first salt"] = "first salt",
    ["twenty thousand leagues"] = "20000 leagues", ["i claudius"] = "i claudius",
  }) do
    it("words: " .. key, function() assert.equal(expected, numbers.read(key).words) end)
  end
  for _, case in ipairs({
    { "granta issue 150", "granta issue 151", true }, { "granta 150", "granta issue 151", true },
    { "granta issue 150", "granta volume 3", false }, { "edward vii", "edward viii", true },
    { "edward vii", "edward", false }, { "june 63", "june 1963", false },
    { "the 7 habits", "the seven habits 30 years on", false }, { "salt 2 part 1", "salt 2", false },
  }) do
    it(case[1] .. " against " .. case[2], function()
      local ours, theirs = numbers.read(case[1]).counts, numbers.read(case[2]).counts
      assert.equal(case[3], numbers.contradict(ours, theirs))
      assert.equal(case[3], numbers.contradict(theirs, ours))
    end)
  end
  it("the same", function() assert.is_true(numbers.same("no 5", "no 5 live")) end)
  it("others", function() assert.is_false(numbers.same("no 5", "no 6")) end)
  it("one side", function() assert.is_false(numbers.same("no 5", "no")) end)
  it("short year", function() assert.is_true(numbers.same("june 63", "june 1963")) end)

  local isbns = {
    { "0-306-40615-2", "9780306406157" }, { "978-0-306-40615-7", "9780306406157" },
    { '="0306406152"', "9780306406157" }, { "0306406153", nil }, { "9780306406158", nil },
    { "080442957X", "9780804429573" }, { "", nil }, { 306406152, nil },
    { "9780306406157", "9780306406157" }, { "9791003992256", "9791003992256" },
    -- Thirteen digits with a right check digit that are another kind of number.
    { "9770306406158", nil }, { "4006381333931", nil }, { "978030640615X", nil },
    -- Placeholders, whose sum is right.
    { "0000000000", nil }, { "1111111111", nil },
  }
  for _, case in ipairs(isbns) do
    it(tostring(case[1]), function() assert.equal(case[2], identifiers.isbn(case[1])) end)
  end

  for text, code in pairs({
    ["GBAYE0601498"] = "GBAYE0601498", ["isrc: gb-aye-06-01498"] = "GBAYE0601498",
    ["GB AYE 06 01498"] = "GBAYE0601498", ["GBAYE0601498; GBAYE0601499"] = "GBAYE0601498",
    ["GBAYE0601498/GBAYE0601499"] = "GBAYE0601498", ["GBAYE0601498 GBAYE0601499"] = "GBAYE0601498",
    ["n/a, GB-AYE-06-01498"] = "GBAYE0601498", ["GBAYE060149"] = false, [""] = false,
  }) do
    it("the ISRC in " .. text, function() assert.equal(code or nil, identifiers.isrc(text)) end)
  end

  local spellings = {
    { "Song　（Live）", "Song (Live)" }, { "A – B", "A - B" }, { "It’s", "It's" },
    { "( feat . A )", "(feat. A)" }, { "do n't , I 'm", "don't, I'm" },
    { "rock 'n' roll", "rock 'n' roll" }, { "Cort\u{c3}\u{a9}s", "Cortés" }, { "Cortés", "Cortés" },
    { "Ada Lune\\\\Bo Ray", "Ada Lune; Bo Ray" }, { "A\\B", "A\\B" },
  }
  for _, case in ipairs(spellings) do
    it(tostring(case[1]), function() assert.equal(case[2], spelling.plain(case[1])) end)
  end
  it("cut in whole characters", function()
    assert.equal(1000, #spelling.plain(("é"):rep(700) .. "x"))
  end)
  it("cut before a character", function()
    assert.equal(999, #spelling.cut("x" .. ("é"):rep(700)))
  end)
  it("key", function() assert.equal("dont stop 10000", spelling.key("Don't Stop, 10,000")) end)
  it("key of symbols", function() assert.equal("!!!", spelling.key("!!!")) end)

  it("a number", function() assert.equal("1984", fields.text(1984, " ")) end)
  it("a list", function() assert.equal("Ada; Bo", fields.text({ "Ada", "Bo" }, "; ")) end)
  it("nothing", function() assert.is_nil(fields.text({}, "; ")) end)
  it("neither", function() assert.is_nil(fields.text(true, "; ")) end)

  local calls = 0
  local remember = memo(function(word)
    calls = calls + 1
    return #word
  end, 2)
  for _, word in ipairs({ "a", "a", "bb", "a", "ccc", "a", "dddd", "bb" }) do
    local length = remember(word)
    it("remembers " .. word, function() assert.equal(#word, length) end)
  end
  it("computed again only when not asked for of late", function() assert.equal(5, calls) end)
end)
