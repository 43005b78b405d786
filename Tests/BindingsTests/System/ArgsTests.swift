import Bindings
import ScriptHost
import Testing

@Suite("mix.args")
struct ArgsTests {
  private static let spec = """
    {
      summary = "Does things",
      options = {
        {"top", type = "integer", min = 1, max = 100, default = 10, help = "rows"},
        {"max-bytes", type = "size", default = "2MB"},
        {"every", type = "duration"},
        {"mode", type = "choice", choices = {"fast", "slow"}},
        {"url", type = "url"},
        {"loud", type = "flag"},
      },
      positional = {{"file", type = "string", optional = true}},
    }
    """

  private func parse(_ arguments: [String], spec: String = spec) async throws -> LuaValue {
    let test = await TestHost(configure: { $0.scriptArguments = arguments })
    return try await test.run("return mix.args.parse(\(spec))")[0]
  }

  @Test func givesTypedValuesAndDefaults() async throws {
    let value = try await parse(
      ["--top=3", "--max-bytes", "64KB", "--every", "15m", "--mode", "slow", "--loud", "in.csv"])
    guard case .object(let fields) = value else { throw UnexpectedValue() }
    #expect(fields["top"] == .int(3))
    #expect(fields["max_bytes"] == .int(64_000))
    #expect(fields["every"] == .number(900))
    #expect(fields["mode"] == .string("slow"))
    #expect(fields["loud"] == .bool(true))
    #expect(fields["json"] == .bool(false))
    #expect(fields["file"] == .string("in.csv"))
    #expect(fields["url"] == nil)
    guard case .object(let defaults) = try await parse([]) else { throw UnexpectedValue() }
    #expect(defaults["top"] == .int(10))
    #expect(defaults["max_bytes"] == .int(2_000_000))
  }

  @Test(arguments: [
    ["--top", "x"], ["--top", "0"], ["--top", "101"], ["--top", "1.5"], ["--top"], ["--loud=1"],
    ["--mode", "medium"], ["--url", "nothing"], ["--every", "soon"], ["--unknown"], ["-x"],
    ["a", "b"],
  ])
  func endsWithCode2OnWrongUse(arguments: [String]) async {
    await #expect(throws: ScriptExit(code: 2)) { try await parse(arguments) }
  }

  @Test func takesWhatFollowsTwoDashesAsWords() async throws {
    guard case .object(let fields) = try await parse(["--", "--top"]) else {
      throw UnexpectedValue()
    }
    #expect(fields["file"] == .string("--top"))
  }

  @Test func aNameAloneIsADeclaration() async throws {
    guard case .object(let fields) = try await parse(["x"], spec: "{positional = {{'name'}}}")
    else {
      throw UnexpectedValue()
    }
    #expect(fields["name"] == .string("x"))
  }

  @Test func helpEndsWithCode0() async {
    await #expect(throws: ScriptExit(code: 0)) { try await parse(["--help"]) }
  }

  @Test(arguments: [
    ("{options = {{type = 'flag'}}}", "options[1] is a table that begins with a name"),
    ("{options = {{'a', type = 'flga'}}}", "options[1].type is \"flag\", \"string\""),
    ("{options = {{'a', hlep = 'x'}}}", "unknown field 'hlep' (did you mean 'help'?)"),
    ("{options = {{'timeout'}}}", "--timeout is an option of mixhost itself"),
    ("{optoins = {}}", "did you mean 'options'?"),
  ])
  func namesWhatIsWrongInADeclaration(spec: String, message: String) async throws {
    let test = await TestHost()
    #expect(await test.message("mix.args.parse(\(spec))").contains(message))
  }

  @Test func grantsThePathsThatWereGiven() async throws {
    let folder = try TemporaryFiles(["in.txt": "inside"])
    let path = folder.path + "/in.txt"
    let test = await TestHost(configure: { $0.scriptArguments = [path] })
    #expect(await test.message("mix.fs.read('\(path)')").contains("--allow-read"))
    let values = try await test.run(
      "mix.args.parse{positional = {{'file', type = 'path'}}} return mix.fs.read('\(path)')")
    #expect(values == [.string("inside")])
  }

  @Test("A path among the words of a manifest is none that the user has named")
  func grantsNothingThatNobodyTyped() async throws {
    let folder = try TemporaryFiles(["in.txt": "inside", "own.txt": "typed"])
    let (path, own) = (folder.path + "/in.txt", folder.path + "/own.txt")
    let spec = """
      {options = {{'from', type = 'path'}, {'out', type = 'path', access = 'write'}},
       positional = {{'files', type = 'path', many = true, optional = true}}}
      """
    for words in [["--from", path], ["--from=\(path)"], [path], ["--out", path], ["--", path]] {
      let test = await TestHost(configure: {
        $0.scriptArguments = words + [own]
        $0.manifestWords = words.count
      })
      let values = try await test.run(
        "local a = mix.args.parse\(spec) return a.from or a.out or a.files[1]")
      #expect(values == [.string(path)])
      #expect(await test.message("mix.fs.read('\(path)')").contains("--allow-read"), "\(words)")
      #expect(await test.message("mix.fs.write('\(path)', 'x')").contains("--allow-write"))
      #expect(try await test.run("return mix.fs.read('\(own)')") == [.string("typed")])
    }
  }

  @Test func aListReplacesItsDefault() async throws {
    let spec = """
      {options = {{"x", many = true, default = "d"}},
       positional = {{"files", many = true, optional = true}}}
      """
    guard
      case .object(let given) = try await parse(
        ["--x", "1", "a", "--x", "2", "b"], spec: spec),
      case .object(let defaults) = try await parse([], spec: spec)
    else { throw UnexpectedValue() }
    #expect(given["x"] == .array([.string("1"), .string("2")]))
    #expect(given["files"] == .array([.string("a"), .string("b")]))
    #expect(defaults["x"] == .array([.string("d")]))
    #expect(defaults["files"] == .array([]))
  }

  @Test func namesARangeOfAnySize() async {
    let spec = "{options = {{'n', type = 'number', min = 1e300, max = math.huge}}}"
    await #expect(throws: ScriptExit(code: 2)) { try await parse(["--n", "5"], spec: spec) }
  }
}

struct UnexpectedValue: Error {}
