import Reactor
import ScriptHost
import Testing

@testable import Bindings

@Suite("mix.filter") struct FilterModuleTests {
  private func host(_ time: ManualTime? = nil) async -> TestHost {
    await TestHost(time: time, configure: { $0.rulesFolders = [RuleFolder.shipped] })
  }

  private func text(_ code: String) async throws -> String {
    let values = try await host().run("local filter = mix.filter.load('trailers')\n" + code)
    guard case .string(let text)? = values.first else { return "\(values)" }
    return text
  }

  /// The filters in the document of the trailers program, in its words.
  @Test(arguments: [
    ("initial():with('genre', 'Action')", "sort=popularity genre=Action"),
    ("initial():with('date', 'upcoming')", "sort=releaseDateNewest date=upcoming"),
    ("parse('sort=popularity'):with('date', 'upcoming')", "sort=releaseDateNewest date=upcoming"),
    ("parse('sort=ratingLowest'):with('date', 'upcoming')", "sort=ratingLowest date=upcoming"),
    (
      "parse('type=movies certification=R'):with('type', 'tv')",
      "contentType=tvShows sort=popularity"
    ),
    ("initial():with('certification', 'R')", ""),
    (
      "parse('certification=pg-13 type=movies')",
      "contentType=movies sort=popularity certification=PG-13"
    ),
    ("parse('genre=Action'):with('sort', 'trending')", "sort=popularity genre=Action"),
    ("parse('genre=Action'):with{genre = false, sort = 'trending'}", ""),
    ("parse('genre=Action'):with('genre', nil)", "sort=popularity"),
    // A field with a default has always a value.
    ("parse('date=thisYear'):with('date', nil)", "sort=popularity"),
    (
      "parse('genre=Action'):with{sort = false, type = false, date = false}",
      "sort=popularity genre=Action"
    ),
    ("parse('sort= type=\"\" date= genre=Action')", "sort=popularity genre=Action"),
  ])
  func theInvariants(code: String, expected: String) async throws {
    #expect(try await text("return tostring(filter:\(code))") == expected)
  }

  @Test func whatFiredIsReported() async throws {
    let fired = try await text(
      """
      local state = filter:initial():with("date", "upcoming")
      local words = {}
      for _, rule in ipairs(state:fired()) do
        words[#words + 1] = rule.name .. ":" .. rule.changes.sort
      end
      return table.concat(words, " ")
      """)
    #expect(fired == "trends_are_unfiltered:popularity upcoming_is_by_date:releaseDateNewest")
    let cleared = try await text(
      """
      local rule = filter:parse("type=tv certification=R"):fired()[1]
      return rule.name .. " " .. tostring(rule.changes.certification) .. " " .. rule.doc
      """)
    #expect(
      cleared == "certification_is_for_films false Only films are filtered by certification.")
  }

  @Test func statesDoNotChange() async throws {
    let same = try await text(
      """
      local state = filter:initial()
      local values = state:values()
      values.sort = "other"
      state:with("genre", "War")
      local other = filter:parse("genre=War")
      return tostring(state) .. state:get("sort") .. tostring(state:get("genre")) .. #state:active()
        .. tostring(other:equals(filter:initial():with("genre", "war"))) .. tostring(other:equals(state))
      """)
    #expect(same == "trendingnil0truefalse")
  }

  @Test func wrongValuesAreReportedWithASuggestion() async throws {
    let values = try await host().run(
      """
      local filter = mix.filter.load("trailers", {values = {genre = {"Action", "War & Politics"}}})
      local state = filter:initial()
      local messages = {}
      for _, text in ipairs{"genre=Nonsense", "genre=Acton", "date=2026-13", "sort"} do
        local got, err = filter:parse(text)
        messages[#messages + 1] = tostring(got) .. " " .. err.kind .. " " .. err.message
      end
      local none, err = state:with("genre", "Nonsens")
      messages[#messages + 1] = tostring(none) .. " " .. tostring(err.field)
      return table.unpack(messages)
      """)
    #expect(
      values == [
        .string("nil filter genre: \"Nonsense\" is not known; known: Action, War & Politics"),
        .string("nil filter genre: \"Acton\" is not known (did you mean \"Action\"?)"),
        .string(
          "nil filter date: \"2026-13\" is not known; known: upcoming, thisMonth, last30Days, "
            + "last90Days, thisYear, allTime"),
        .string("nil filter \"sort\" is not of the form name=value"),
        .string("nil genre"),
      ])
    #expect(
      await host().message("mix.filter.load('trailers'):initial():with('gender', 'x')")
        .contains("field \"gender\" is not known (did you mean \"genre\"?)"))
  }

  @Test func everyReachableStateKeepsTheInvariants() async throws {
    // A busy machine takes its time for 274,176 changes.
    let test = await TestHost(
      limits: Limits(sliceSeconds: 900), configure: { $0.rulesFolders = [RuleFolder.shipped] })
    let values = try await test.run(
      """
      local path, found = mix.rules.check("filters/trailers")
      local lines = {}
      for _, row in ipairs(found.transitions) do
        local sets = {}
        for field, value in pairs(row.sets) do sets[#sets + 1] = field .. "=" .. tostring(value) end
        lines[#lines + 1] = row.field .. "/" .. #row.values .. " " .. table.concat(sets, ",") .. " "
          .. table.concat(row.rules, "+") .. " " .. row.states
      end
      return found.states, #found.statements, table.concat(lines, "\\n")
      """)
    // Of 3 × 6 × 25 × 6 × 7 combinations: films keep all seven certifications, the others one. Trends
    // need no genre, date and certification; upcoming goes with four sorts.
    let narrowed = 25 * 6 * (7 + 1 + 1) - 3
    let upcoming = 25 * (7 + 1 + 1)
    let states = 3 + 5 * (narrowed + 3) - upcoming
    #expect(values.prefix(2) == [.int(Int64(states)), .int(3)])
    guard case .string(let table)? = values.last else {
      Issue.record("\(values)")
      return
    }
    let lines = table.split(separator: "\n")
    #expect(lines.count == 10)
    #expect(lines.contains("genre/24 sort=popularity trends_are_unfiltered 3"))
    #expect(
      lines.contains(
        "date/1 sort=releaseDateNewest trends_are_unfiltered+upcoming_is_by_date 3"))
  }

  @Test func invariantsThatUndoEachOtherAreNamed() async throws {
    let folder = try await RuleFolder([
      "filters/loop.lua": """
      return {kind = "filters", fields = {{name = "a", values = {"x", "y"}, default = "x"}},
        invariants = {
          {name = "up", when = function(s) return s.a == "x" end, set = {a = "y"}},
          {name = "down", when = function(s) return s.a == "y" end, set = {a = "x"}},
        }}
      """
    ])
    let values = try await folder.test.run(
      """
      local ok, err = mix.rules.check("filters/loop")
      return ok, err.kind, err.message
      """)
    #expect(values.prefix(2) == [.nil, .string("rule")])
    guard case .string(let message)? = values.last else { return }
    #expect(message.contains("the invariants 'up' and 'down' undo each other"))
  }

  @Test func aStatementThatDoesNotHoldNamesTheState() async throws {
    let folder = try await RuleFolder([
      "filters/wrong.lua": """
      return {kind = "filters", fields = {{name = "a", values = {"x", "y"}}},
        always = {{name = "never y", holds = function(s) return s.a ~= "y" end}}}
      """
    ])
    let values = try await folder.test.run(
      "return select(2, mix.rules.check('filters/wrong')).message")
    guard case .string(let message)? = values.first else {
      Issue.record("\(values)")
      return
    }
    #expect(message.contains("wrong.lua:2: statement 'never y' does not hold of a=y"))
  }

  @Test(arguments: [
    ("fields = {}", "field 'fields' is an empty list"),
    ("fields = {{name = 'a b', values = {'x'}}}", "letters, digits and _ only, not 'a b'"),
    (
      "fields = {{name = 'a'}}",
      "field 'fields[1].values' is a list of the values, or the field is open"
    ),
    (
      "fields = {{name = 'a', values = {'x'}, default = 'z'}}",
      "field 'fields[1].default' 'z' is not one of the values"
    ),
    (
      "fields = {{name = 'a', values = {'x'}}, {name = 'A', values = {'x'}}}",
      "field 'fields[2].name' 'A' is taken by another field"
    ),
    (
      "fields = {{name = 'a', values = {'x'}, aliases = {b = 'c'}}}",
      "field 'fields[1].aliases.b' 'c' is not one of the values"
    ),
    (
      "fields = {{name = 'a', values = {'x'}}}, invariants = {{name = 'i', when = print, set = {b = 'x'}}}",
      "field \"b\" is not known"
    ),
    (
      "fields = {{name = 'a', values = {'x'}}}, invariants = {{name = 'i', set = {a = 'x'}}}",
      "field 'invariants[1].when' is a function, not nil"
    ),
    ("fields = {{name = 'a', values = {'x'}, defualt = 'x'}}", "(did you mean 'default'?)"),
  ])
  func whatIsWrongWithAFileIsNamed(rules: String, expected: String) async {
    let message = await host().message("mix.filter.define{\(rules)}")
    #expect(message.contains(expected), "\(message)")
  }

  @Test func aFunctionMaySayWhatIsSet() async throws {
    let test = await host()
    let define = """
      local filter = mix.filter.define{
        fields = {{name = "a", values = {"x", "y"}}, {name = "b", values = {"x", "y"}}},
        invariants = {{name = "same", when = function(s) return s.a ~= s.b end,
          set = function(s) return RESULT end}},
      }

      """
    func run(_ result: String) async -> String {
      do {
        let code = define.replacing("RESULT", with: result)
        return "\(try await test.run(code + "return tostring(filter:parse('a=y'))"))"
      } catch {
        return "\(error)"
      }
    }
    #expect(await run("{b = s.a or false}") == "\([LuaValue.string("a=y b=y")])")
    #expect(await run("1").contains("a table of values by field expected, not integer"))
    #expect(await run("{b = 'z'}").contains("b: \"z\" is not known"))
    #expect(await run("{b = 'x'}").contains("comes to no end") == false)
    #expect(await run("(function() s.a = 1 end)()").contains("cannot be changed"))
  }

  @Test func datesFollowTheClock() async throws {
    // Noon in Greenwich is the same day from Samoa to Fiji but for an hour or two.
    let time = ManualTime(wall: 1_709_208_000)  // 2024-02-29T12:00:00Z
    let test = await host(time)
    #expect(
      try await test.run("return mix.filter.dates('thisMonth')")
        == [.string("2024-02-01"), .string("2024-02-29")])
    #expect(
      try await test.run("return mix.filter.dates('last30Days', '2024-03-01')")
        == [.string("2024-01-31"), .string("2024-03-01")])
    #expect(try await test.run("return mix.filter.dates('allTime')") == [.nil, .nil])
    #expect(
      await test.message("mix.filter.dates('2026-13')").contains("one of \"upcoming\""))
    #expect(
      await test.message("mix.filter.dates('upcoming', '2026-13-01')")
        .contains("a day such as 2026-11-21 expected"))
  }

  @Test func aChangedFileIsFollowed() async throws {
    func file(_ values: String) -> String {
      "return {kind = 'filters', fields = {{name = 'a', values = {\(values)}}}}"
    }
    let time = ManualTime()
    let folder = try await RuleFolder(["filters/f.lua": file("'x'")], time: time)
    try await folder.test.run(
      "rawset(_G, 'f', mix.filter.load('f')) rawset(_G, 's', f:parse('a=x'))")
    #expect(try await folder.test.run("return (f:parse('a=yy'))") == [.nil])
    try folder.write("filters/f.lua", file("'x', 'yy'"))
    time.advance(by: .seconds(1))
    #expect(
      try await folder.test.run("return tostring(f:parse('a=yy')), tostring(s:with('a', 'YY'))")
        == [.string("a=yy"), .string("a=yy")])
  }
}
