import ScriptHost
import Testing

@testable import Bindings
import Terminal

/// Work on one text grows at most as n log n: every function that takes a text gets long ones, of kinds for
/// which a square is easily written. The square of their length would take minutes in every function, and
/// the limit on the test is what finds it; what compares texts pairwise is bounded by steps.
@Suite("Growth of work on texts", .serialized)
struct TextGrowthTests {
  /// In bytes.
  private static let length = 100_000

  /// The part that the texts repeat.
  private static let units = [
    "ß", "ΐ", "e\u{301}", "\u{301}", "👩‍👩‍👧‍👦", "(", "[", "\"", "'", " ", "é", "7", "word",
    "word ", "\\", "\u{202E}", "&", "<a ", "a=", "/../", "%41", "\n", "\"\",", "{\"a\":", "//",
    "token ", "\u{1B}[", "a,",
  ]

  /// Calls with a text `t` at other places than the first parameter.
  private static let further = [
    "mix.csv.encode({{t, t}})", "mix.csv.encode({{[t] = t}})", "mix.json.encode({[t] = t})",
    "mix.json.decode('\"' .. t .. '\"')", "mix.xml.decode('<a>' .. t .. '</a>')",
    "mix.xml.decode('<a b=\"' .. t .. '\"/>')", "mix.http.get('https://a.example/?' .. t)",
    "mix.http.get('https://a.example/', {headers = {a = t}, query = {a = t}})",
    "mix.cache.set('k', t)", "mix.log.info('m', {[t] = t})", "mix.text.scores('a', {t})",
    "mix.text.best_of(t, {'a'})", "mix.args.parse({options = {{'a'}}}, {'--a', t})",
    "mix.library.import({{title = t, author = t}})", "error(t)",
  ]

  /// Functions whose first parameter takes a text, called with two; `mix.ui` prints or asks the user.
  static func calls() async throws -> [String] {
    let host = await TestHost().host
    let taking = host.modules.filter { $0.name != "ui" && $0.name != "test" }.flatMap { module in
      module.signatures.filter { signature in
        guard let type = signature.parameters.first?.type else { return false }
        return type.contains("string") || type.hasPrefix("any")
      }.flatMap { signature -> [String] in
        // With one text as well: the second is refused where options stand.
        let name = "mix.\(module.name).\(signature.name)"
        return signature.parameters.count == 1 ? ["\(name)(t)"] : ["\(name)(t)", "\(name)(t, t)"]
      }
    }
    return taking + further
  }

  @Test(.timeLimit(.minutes(1)), arguments: try await calls())
  func ends(call: String) async throws {
    let test = await TestHost(limits: Limits(memoryBytes: 1_000_000_000, sliceSeconds: 3600))
    for unit in Self.units {
      let bytes = unit.utf8.map { "\\\($0 < 10 ? "00" : $0 < 100 ? "0" : "")\($0)" }.joined()
      try await test.run(
        "local t = ('\(bytes)'):rep(\(Self.length / unit.utf8.count)) pcall(function() \(call) end)"
      )
    }
  }

  /// Documents of many parts that a reader has to look up, name or keep, and patterns that programs hold against a line
  /// of others. `#` is the number of a part.
  private static let documents = [
    #"mix.csv.parse(many('', 'a,', '\n1\n'))"#,
    #"mix.csv.parse(many('a_2,a_3,a_4,', 'a,', '\n1\n'))"#,
    #"mix.csv.parse(many('', 'a#,', '\n') .. many('', '1\n', ''))"#,
    #"mix.csv.parse(many('a\n', '1,2,3\n', ''))"#,
    #"mix.json.decode(many('{', '"a":1,', '"a":1}'))"#,
    #"mix.json.decode(many('{', '"' .. ('k'):rep(60) .. '#":1,', '"a":1}'))"#,
    #"mix.json.decode(many('[', '[],', '[]]'))"#,
    #"mix.json.decode(many('"', '\\u00e9', '"'))"#,
    #"mix.xml.decode(many('<a', ' a#=""', '/>'))"#,
    #"mix.xml.decode(many('<a>', '<b xmlns:n#="u"/>', '</a>'))"#,
    #"mix.xml.decode(many('<a', ' xmlns:n#="u"', '/>'))"#,
    #"mix.xml.decode(many('<a>', 'x<b/>', '</a>'))"#,
    #"mix.xml.decode(many('<a>', '&amp;', '</a>'))"#,
    #"mix.xml.decode(many('<a>', '<!--#-->', '</a>'))"#,
    #"many('a', ' ', 'a'):match('^%s*(.-)%s*$')"#,
    #"many('a', ' ', 'a'):gsub('%s+$', '')"#,
    #"many('a', ' ', 'a'):gsub('(%s*)$', '')"#,
  ]

  @Test("Documents of many parts", .timeLimit(.minutes(1)), arguments: documents)
  func read(document: String) async throws {
    let test = await TestHost(limits: Limits(memoryBytes: 1_000_000_000, sliceSeconds: 3600))
    try await test.run(
      """
      local function many(before, part, after)
        local list = {}
        for number = 1, 100000 do list[number] = part:gsub('#', number) end
        return before .. table.concat(list) .. after
      end
      assert(\(document))
      """)
  }

  @Test("A terminal's texts", .timeLimit(.minutes(1)), arguments: units)
  func shown(unit: String) {
    let text = String(repeating: unit, count: Self.length / unit.utf8.count)
    #expect(!VisibleText.line(text).isEmpty)
    #expect(DisplayWidth.of(DisplayWidth.cut(VisibleText.line(text), to: 80)) <= 80)
  }
}
