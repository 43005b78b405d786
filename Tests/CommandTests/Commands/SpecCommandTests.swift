import Foundation
import Testing

/// `mixhost test` as a user meets it.
@Suite("mixhost test", .ownThreads)
struct SpecCommandTests {
  private static let passing = "it('holds', function() assert.is_true(true) end)"

  /// The JSON report's tests by name.
  private func statuses(_ outcome: Outcome) throws -> [String: String] {
    let document = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let files = try #require((document as? [String: Any])?["files"] as? [[String: Any]])
    var result: [String: String] = [:]
    for test in files.flatMap({ $0["tests"] as? [[String: Any]] ?? [] }) {
      result[test["name"] as? String ?? "?"] = test["status"] as? String
    }
    return result
  }

  @Test func passes() throws {
    let program = try Program(["spec/a_spec.lua": Self.passing])
    let outcome = try program.run("test")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("1 passed in "))
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test func aFolderOfAnotherPlaceFindsWhatItTests() throws {
    let program = try Program([
      "own/fetch.lua": "return { pages = 3 }",
      "own/spec/fetch_spec.lua": """
      it("reads", function() assert.are.equal(3, require("fetch").pages) end)
      """,
    ])
    let outcome = try program.run("test", "own")
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test func failureNamesPlaceAndDifference() throws {
    let program = try Program([
      "spec/a_spec.lua": """
      describe("tables", function()
        it("differ", function()
          assert.are.same({ a = { 1, 2 }, b = 1 }, { a = { 1, 3 }, b = 1 })
        end)
      end)
      """
    ])
    let outcome = try program.run("test")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("failed  spec/a_spec.lua:2  tables differ"))
    #expect(outcome.output.contains(".a[2]  expected 2, got 3"))
    #expect(!outcome.output.contains(".b"))
    #expect(outcome.output.contains("at spec/a_spec.lua:3\n"))
    #expect(outcome.output.contains("0 passed, 1 failed in "))
  }

  @Test func aReportShowsNoControlCharacters() throws {
    let program = try Program([
      "spec/a_spec.lua": "it('x\\27[2J', function() error('\\27[31mred' .. ('y'):rep(1e6)) end)"
    ])
    let outcome = try program.run("test")
    #expect(outcome.output.contains("x␛[2J"))
    #expect(outcome.output.contains("␛[31mred"))
    #expect(outcome.output.contains("… (1,000,0"))
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test func oneTestDoesNotStopTheOthers() throws {
    let program = try Program([
      "spec/a_spec.lua": """
      it("loops", function() while true do end end)
      it("waits", function() mix.task.sleep(1000) end)
      it("leaves", function() os.exit(0) end)
      it("fills memory", function() local t = {} while true do t[#t + 1] = ("x"):rep(1e5) .. #t end end)
      it("breaks", function() return nil + 1 end)
      pending("later", function() error("never") end)
      describe("block", function()
        before_each(function() error("no ground") end)
        it("stands on nothing", function() end)
      end)
      it("holds", function() assert.is_true(true) end)
      """
    ])
    let outcome = try program.run(
      "test", "--json", "--timeout", "2s", "--max-memory", "32MB")
    #expect(outcome.status == 1)
    #expect(
      try statuses(outcome) == [
        "loops": "error", "waits": "error", "leaves": "error", "fills memory": "error",
        "breaks": "error", "later": "pending", "block stands on nothing": "error",
        "holds": "passed",
      ])
  }

  @Test func filesShareNothing() throws {
    var files = ["spec/z_spec.lua": "it('z', function() assert.is_nil(rawget(_G, 'leaked')) end)"]
    for number in 1...6 {
      files["spec/f\(number)_spec.lua"] =
        "it('f\(number)', function() assert.is_nil(rawget(_G, 'leaked')); leaked = \(number) end)"
    }
    let program = try Program(files)
    let outcome = try program.run("test")
    #expect(outcome.status == 0, "\(outcome.output)")
    let names = outcome.output.split(separator: "\n").filter { $0.hasPrefix("ok") }
      .compactMap { $0.split(separator: " ").dropFirst().first }
    #expect(names == (1...6).map { "spec/f\($0)_spec.lua" } + ["spec/z_spec.lua"])
  }

  @Test func filtersSelect() throws {
    let program = try Program([
      "spec/a_spec.lua": """
      describe("outer", function()
        it("one #slow", function() end)
        it("two", function() end)
        it("three #quick", function() end)
      end)
      """
    ])
    func names(_ arguments: String...) throws -> [String] {
      try statuses(try program.run(["test", "--json"] + arguments)).keys.sorted()
    }
    #expect(try names("--filter", "outer t") == ["outer three #quick", "outer two"])
    #expect(try names("--exclude", "^outer t") == ["outer one #slow"])
    #expect(try names("--tags", "slow,quick") == ["outer one #slow", "outer three #quick"])
    #expect(try names("--exclude-tags", "#slow") == ["outer three #quick", "outer two"])
    #expect(try program.run("test", "--filter", "nothing").status == 1)
    let list = try program.run("test", "--list")
    #expect(list.status == 0)
    #expect(list.output.contains("spec/a_spec.lua:3  outer two\n"))
    #expect(list.output.hasSuffix("3 tests in 1 files\n"))
  }

  @Test func sameSeedSameOrder() throws {
    let tests = (1...9).map { "it('t\($0)', function() print(\($0)) end)" }
    let program = try Program(["spec/a_spec.lua": tests.joined(separator: "\n")])
    func order(_ seed: String) throws -> [Substring] {
      try program.run("test", "--shuffle", "--seed", seed).output.split(separator: "\n")
        .filter { $0.contains("printed by") }
    }
    #expect(try order("7") == order("7"))
    #expect(try order("7") != order("8"))
    #expect(try order("7").count == 9)
  }

  @Test func failFastStops() throws {
    let program = try Program([
      "spec/a_spec.lua": "it('a', function() error('x') end) it('b', function() end)",
      "spec/b_spec.lua": Self.passing,
    ])
    let outcome = try program.run("test", "--json", "--fail-fast")
    #expect(outcome.status == 1)
    #expect(try statuses(outcome) == ["a": "error"])
  }

  @Test func wrongUseIsTold() throws {
    let program = try Program(["spec/a_spec.lua": Self.passing, "empty/x.lua": ""])
    for (arguments, text) in [
      (["missing"], "cannot read missing"), (["empty"], "no file *_spec.lua in empty"),
      (["--filter", "%"], "is not a Lua pattern"), (["--fail-fast", "--keep-going"], "exclude"),
      (["--seed", "-1"], "--seed"), (["--bogus"], "bogus"), (["--record", "x"], "--record"),
    ] {
      let outcome = try program.run(["test"] + arguments)
      #expect(outcome.status == 2, "\(arguments)")
      #expect(outcome.errors.contains(text), "\(arguments): \(outcome.errors)")
    }
  }

  @Test func syntaxErrorIsOneOfItsFile() throws {
    let program = try Program([
      "spec/a_spec.lua": "it('x', function(\n", "spec/b_spec.lua": Self.passing,
    ])
    let outcome = try program.run("test")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("error  spec/a_spec.lua"))
    #expect(outcome.output.contains("1 passed, 1 error in "))
  }

  @Test func writesJUnit() throws {
    let program = try Program([
      "spec/a_spec.lua": """
      it("holds", function() end)
      it("fails <&>", function() assert.equal(1, 2) end)
      it("breaks", function() error("\\1 x") end)
      pending("later")
      """
    ])
    #expect(try program.run("test", "--junit", "report.xml").status == 1)
    let document = try XMLOutline(program.read("report.xml"))
    #expect(document.counts["testcase"] == 4)
    #expect(document.counts["failure"] == 1)
    #expect(document.counts["error"] == 1)
    #expect(document.counts["skipped"] == 1)
    #expect(document.attributes.contains(["tests": "4", "failures": "1", "errors": "1"]))
    #expect(document.names.contains("fails <&>"))
  }

  @Test func refusesAReportWithoutAPlace() throws {
    let program = try Program(["spec/a_spec.lua": Self.passing])
    let missing = try program.run("test", "--junit", "no/such/report.xml")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("there is no folder no/such; make it first"))
    #expect(try program.run("test", "--junit", "-").status == 2)
    let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    #expect(!names.contains("no") && !names.contains("-"))
  }

  @Test func clockAndAnswersBelongToATest() throws {
    let program = try Program([
      "spec/a_spec.lua": """
      it("moves the clock", function()
        local clock = mix.test.clock("2026-01-01")
        clock:advance("36h")
        mix.task.sleep(60)
        assert.equal("2026-01-02T12:01:00Z", mix.time.iso())
      end)
      it("has the machine's clock again", function()
        assert.is_not.matches("^2026%-01%-0", mix.time.iso())
      end)
      it("answers", function()
        mix.test.mock_http({ ["GET https://example.com/a"] = { status = 404, body = "no" } })
        assert.equal(404, mix.http.get("https://example.com/a").status)
        assert.error_matches(function() mix.http.get("https://example.com/b") end,
          "has no answer to GET https://example.com/b")
      end)
      it("asks", function() mix.http.get("https://example.com/a") end)
      """
    ])
    let outcome = try program.run("test", "--json")
    #expect(
      try statuses(outcome) == [
        "moves the clock": "passed", "has the machine's clock again": "passed",
        "answers": "passed", "asks": "error",
      ], "\(outcome.output)")
    #expect(outcome.output.contains("nothing answers"))
    #expect(try program.run("-e", "print(mix.test)").errors.contains("mix.test does not exist"))
  }

  @Test func agreesWithBusted() throws {
    let spec = Program.script("Tests/Fixtures/conventions_spec.lua")
    let program = try Program()
    let outcome = try program.run("test", "--json", spec)
    #expect(outcome.status == 0, "\(outcome.output)")
    let own = try statuses(outcome)
    #expect(own.count == 18)
    guard let busted = try Busted.statuses(of: spec, in: program.folder) else {
      // Its package is lua-busted; the conventions are still checked by the spec itself.
      print("agreesWithBusted: busted is not installed, so nothing to compare with")
      return
    }
    #expect(own.filter { $0.value == "passed" }.keys.sorted() == busted)
  }
}

/// Debian's lua-busted.
private enum Busted {
  /// The names of the tests that passed, sorted; nil when it is not installed.
  static func statuses(of spec: String, in folder: URL) throws -> [String]? {
    guard ["/usr/bin/lua5.4", "/usr/bin/busted"].allSatisfy(FileManager.default.isExecutableFile)
    else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/lua5.4")
    process.arguments = ["/usr/bin/busted", "-o", "TAP", spec]
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard line.hasPrefix("ok "), let dash = line.firstRange(of: " - "),
        !line.contains("# SKIP")
      else { return nil }
      return String(line[dash.upperBound...])
    }.sorted()
  }
}

/// The contents of a JUnit report.
private final class XMLOutline {
  var counts: [String: Int] = [:]
  var attributes: [[String: String]] = []
  var names: [String] = []

  /// Reads the few forms that the report has; anything else is an error.
  init(_ text: String) throws {
    for tag in text.matches(of: /<([a-z]+)((?: [a-z]+="[^"<>]*")*)\/?>/) {
      counts[String(tag.1), default: 0] += 1
      var fields: [String: String] = [:]
      for field in tag.2.matches(of: /([a-z]+)="([^"]*)"/) {
        fields[String(field.1)] = String(field.2)
      }
      if let name = fields["name"] {
        names.append(
          name.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&amp;", with: "&"))
      }
      attributes.append(fields.filter { ["tests", "failures", "errors"].contains($0.key) })
    }
    let allowed = text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" }
    if !allowed { throw CocoaError(.propertyListReadCorrupt) }
  }
}
