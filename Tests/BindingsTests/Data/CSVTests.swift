import ScriptHost
import Testing

@Suite("mix.csv")
struct CSVTests {
  @Test("Rows become records named by the header")
  func records() async throws {
    let host = await TestHost()
    let rows = try await host.value(#"mix.csv.parse('a,b\r\n1,"x, ""y"""\r\n2,z\r\n')"#)
    #expect(
      rows
        == .array([
          .object(["a": .string("1"), "b": .string(#"x, "y""#)]),
          .object(["a": .string("2"), "b": .string("z")]),
        ]))
  }

  @Test("Without a header rows are lists")
  func lists() async throws {
    let host = await TestHost()
    let found = try await host.run(#"return mix.csv.parse('a,b\n1,2', {header = false})"#)
    #expect(
      found[0]
        == .array([
          .array([.string("a"), .string("b")]), .array([.string("1"), .string("2")]),
        ]))
    #expect(try await host.value("#mix.csv.parse('')") == .int(0))
  }

  @Test("The report tells delimiter, columns and ragged rows, and loses no field")
  func report() async throws {
    let host = await TestHost()
    let found = try await host.run(
      #"""
      local rows, report = mix.csv.parse('a;b\n1\n2;3\n4;5;6;7\n')
      return report, rows[1].b, rows[3].b
      """#)
    #expect(
      found[0]
        == .object([
          "delimiter": .string(";"), "columns": .array([.string("a"), .string("b")]),
          "ragged": .array([.int(1), .int(3)]),
          "extra": .array([
            .object(["row": .int(3), "fields": .array([.string("6"), .string("7")])])
          ]),
        ]))
    #expect(found[1...] == [.nil, .string("5")])
  }

  @Test("Equal column names do not hide each other")
  func equalNames() async throws {
    let host = await TestHost()
    let found = try await host.run(
      #"local rows, r = mix.csv.parse('a,a,a_2\n1,2,3') return rows[1], table.concat(r.columns, " ")"#
    )
    #expect(found[0] == .object(["a": .string("1"), "a_3": .string("2"), "a_2": .string("3")]))
    #expect(found[1] == .string("a a_3 a_2"))
  }

  @Test(
    "Many equal names, and many names above short rows, take time and memory by their length",
    .timeLimit(.minutes(1)))
  func manyNames() async throws {
    let host = await TestHost(limits: Limits(memoryBytes: 100_000_000, sliceSeconds: 3600))
    let found = try await host.run(
      """
      local _, equal = mix.csv.parse(("a,"):rep(40000) .. "a_3\\n")
      local names = {} for i = 1, 20000 do names[i] = "n" .. i end
      local rows = mix.csv.parse(table.concat(names, ",") .. "\\n" .. ("1\\n"):rep(20000))
      return equal.columns[2], equal.columns[3], equal.columns[40000], #rows, rows[20000].n1
      """)
    #expect(
      found == [.string("a_2"), .string("a_4"), .string("a_40001"), .int(20000), .string("1")])
  }

  @Test(
    "The delimiter is the one that the first row shows",
    arguments: [
      ("a,b", ","), ("a;b", ";"), (#"a\tb"#, #"\t"#), ("a", ","), (#""x,y";b"#, ";"),
      ("a,b;c", ","), ("", ","),
    ])
  func delimiter(text: String, expected: String) async throws {
    let host = await TestHost()
    #expect(
      try await host.value("select(2, mix.csv.parse('\(text)')).delimiter == '\(expected)'")
        == .bool(true))
  }

  @Test("A given delimiter counts")
  func givenDelimiter() async throws {
    let host = await TestHost()
    let first = try await host.value(#"mix.csv.parse('a;b,c\n1;2,3', {delimiter = ";"})[1]["b,c"]"#)
    #expect(first == .string("2,3"))
    #expect(await host.kind("mix.csv.parse('a', {delimiter = ':'})") == "usage")
  }

  @Test("Damage is returned with its place")
  func damage() async throws {
    let host = await TestHost()
    let found = try await host.run(
      #"local v, err = mix.csv.parse('a,b\n1,"x') return v, err.kind, err.line, err.column"#)
    #expect(found == [.nil, .string("parse"), .int(2), .int(3)])
  }

  @Test("Records are written with all fields by name, or the columns given")
  func encode() async throws {
    let host = await TestHost()
    #expect(
      try await host.value("mix.csv.encode{{b = 1, a = 'x,y'}, {a = true, c = 1.5}}")
        == .string("a,b,c\n\"x,y\",1,\ntrue,,1.5\n"))
    #expect(
      try await host.value(
        #"mix.csv.encode({{a = 1, b = 2}}, {columns = {"b", "a"}, delimiter = ";", newline = "\r\n"})"#
      ) == .string("b;a\r\n2;1\r\n"))
    #expect(
      try await host.value("mix.csv.encode({{1, 'x'}, {2}}, {header = false})")
        == .string("1,x\n2\n"))
    #expect(try await host.value("mix.csv.encode{}") == .string(""))
  }

  @Test("Formulas are neutralised in texts, never in numbers")
  func formulas() async throws {
    let host = await TestHost()
    #expect(
      try await host.value("mix.csv.encode{{a = '=1+1', b = -5, c = '-5'}}")
        == .string("a,b,c\n'=1+1,-5,-5\n"))
    #expect(
      try await host.value(#"mix.csv.encode{{a = "\u{FF1D}1", b = "\n=1", c = "  +1"}}"#)
        == .string("a,b,c\n'\u{FF1D}1,\"'\n=1\",'  +1\n"))
    #expect(
      try await host.value("mix.csv.encode({{a = '@x'}}, {safe = false})") == .string("a\n@x\n"))
  }

  @Test("A value that CSV cannot hold is named by row and column")
  func misuse() async throws {
    let host = await TestHost()
    #expect(await host.message("mix.csv.encode{{a = 1}, {a = {}}}").contains("row 2, a"))
    #expect(await host.message("mix.csv.encode{{a = 1}, 'x'}").contains("row 2"))
    #expect(await host.kind("mix.csv.encode({}, {columns = 'a'})") == "usage")
    #expect(await host.kind(#"mix.csv.encode({}, {newline = "\r"})"#) == "usage")
  }

  @Test("Written rows are read back")
  func roundTrip() async throws {
    let host = await TestHost()
    let same = try await host.value(
      #"""
      (function()
        local rows = {{name = 'a "b"\nc', note = " é;,\t"}, {name = "", note = "x"}}
        local text = mix.csv.encode(rows)
        return mix.json.encode((mix.csv.parse(text))) == mix.json.encode(rows)
      end)()
      """#)
    #expect(same == .bool(true))
  }
}
