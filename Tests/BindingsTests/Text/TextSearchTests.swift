import ScriptHost
import Testing

@Suite("mix.text over lists")
struct TextSearchTests {
  @Test("best_of gives the score, the place and the text; nil when none is good enough")
  func best() async throws {
    let host = await TestHost()
    #expect(
      try await host.run("return mix.text.best_of('halo', {'hello', 'halo', 'hallo'})")
        == [.number(1), .int(2), .string("halo")])
    #expect(
      try await host.run(
        "return mix.text.best_of('halo', {'xyz'}, {cutoff = 0.5, scorer = 'ratio'})")
        == [.nil])
    #expect(try await host.run("return mix.text.best_of('halo', {})") == [.nil])
    #expect(
      try await host.run(
        "return mix.text.best_of('beyonce halo', {'x', 'Beyoncé – HALO'}, {processor = 'normalize'})"
      )
        == [.number(1), .int(2), .string("Beyoncé – HALO")])
  }

  @Test("A list longer than a part is searched to its end, and read in place")
  func longList() async throws {
    let host = await TestHost()
    let values = try await host.run(
      """
      local list = {}
      for i = 1, 10000 do list[i] = 'song number ' .. i end
      list[9999] = 'another title'
      local score, index = mix.text.best_of('an other title', list, {scorer = 'ratio'})
      return index, math.abs(score - mix.text.ratio('an other title', 'another title')) < 1e-12
      """)
    #expect(values == [.int(9999), .bool(true)])
  }

  @Test("scores and matrix give what the functions of two texts give")
  func scores() async throws {
    let host = await TestHost()
    let values = try await host.run(
      """
      local list, names = {'halo', 'hello', 'a halo', ''}, {'ratio', 'partial_ratio',
        'token_sort_ratio', 'token_set_ratio', 'wratio', 'jaro_winkler', 'levenshtein_ratio',
        'damerau_ratio', 'difflib_ratio'}
      local different = 0
      for _, name in ipairs(names) do
        local scores = mix.text.scores('halo', list, {scorer = name})
        local rows = mix.text.matrix({'x', 'halo'}, list, {scorer = name})
        for i, text in ipairs(list) do
          local one = mix.text[name]('halo', text)
          if math.abs(scores[i] - one) > 1e-12 or rows[2][i] ~= scores[i] then
            different = different + 1
          end
        end
      end
      return different, mix.json.encode(mix.text.matrix({}, {})), mix.json.encode(mix.text.scores('a', {}))
      """)
    #expect(values == [.int(0), .string("[]"), .string("[]")])
  }

  @Test(
    "An error about an argument names it",
    arguments: [
      ("best_of('a', {'b', 1})", "'list' to mix.text.best_of: element 2 is integer"),
      ("best_of('a', {b = 'c'})", "'list' to mix.text.best_of: a list expected"),
      ("best_of('a', 'b')", "'list'"),
      ("best_of({}, {})", "'query'"),
      (
        "best_of('a', {}, {scorer = 'best'})",
        "'scorer' to mix.text.best_of: \"ratio\", \"partial_ratio\", "
      ),
      (
        "scores('a', {}, {processor = 'upper'})",
        "\"fold\" or \"normalize\" expected, got \"upper\""
      ),
      (
        "scores('a', {}, {cutoff = 80})",
        "'cutoff' to mix.text.scores: a number from 0 to 1 expected, got 80.0"
      ),
      ("ratio('a', 'b', {cutoff = 0/0})", "'cutoff'"),
      ("matrix({'a', false}, {'b'})", "'queries' to mix.text.matrix: element 2 is boolean"),
      ("levenshtein('a')", "'b'"),
    ])
  func arguments(call: String, message: String) async {
    let host = await TestHost()
    let text = await host.message("mix.text.\(call)")
    #expect(text.contains(message), "\(text)")
  }

  @Test(
    "Texts of a megabyte are compared or refused, never waited for",
    arguments: [
      "ratio", "partial_ratio", "token_sort_ratio", "token_set_ratio", "wratio", "jaro_winkler",
      "levenshtein_ratio", "damerau_ratio", "difflib_ratio", "levenshtein", "damerau",
    ])
  func longTexts(name: String) async throws {
    let host = await TestHost()
    let values = try await host.run(
      """
      local a, b = ('abcdefgh '):rep(120000), ('ijklmnop '):rep(110000) .. '\\xff\\xed\\xa0\\x80'
      local same = mix.text.\(name)(a, a)
      local ok, err = pcall(mix.text.\(name), a, b)
      return same, ok or err.kind, ok or tostring(err)
      """)
    #expect(values[0] == .number(1) || values[0] == .int(0))
    #expect(values[1] == .bool(true) || values[1] == .string("limit"))
    #expect(values[2] == .bool(true) || "\(values[2])".contains("too long to compare"))
  }

  @Test("A rule compares lists, with less work than a program")
  func inRules() async throws {
    let host = await TestHost()
    let values = try await host.run(
      """
      local rules = mix.match.rules{accept = 1, review = 0, margin = 0, features = {{name = 'f', weight = 1,
        score = function(q, c) return (mix.text.best_of(q.t, c.list)) end}}}
      local match = mix.match.best({t = 'halo'}, {{list = {'x', 'halo'}}}, rules)
      local long, other = ('ab'):rep(34000), ('ba'):rep(34000) .. 'x'
      local ok, err = pcall(mix.match.best, {t = long}, {{list = {'c' .. other}}}, rules)
      return match.score, ok, tostring(err), mix.text.ratio(long, 'c' .. other) > 0.9
      """)
    #expect(values[0] == .number(1))
    #expect(values[1] == .bool(false))
    #expect("\(values[2])".contains("too long to compare"))
    #expect(values[3] == .bool(true))
  }
}
