import Testing

@testable import MixCore

@Suite("Patterns of settings")
struct SettingPatternTests {
  private func fits(_ pattern: String, _ text: String) throws -> Bool {
    let pattern = try #require(SettingPattern(pattern, expected: "e"), "\(pattern)")
    return pattern.problem(text) == nil
  }

  @Test(
    "The whole text matches, as POSIX has it",
    arguments: [
      ("[a-z]{2}(-[A-Z]{2})?", ["de", "de-AT"], ["", "d", "deu", "de-", "de-at", "xde"]),
      (
        "[]!-\"$&-.0->@-[^-~]{1,128}", ["a]b", "x~", "-", "Z["],
        ["", "a/b", "a?b", "a#", "100%", "\\"]
      ),
      ("a|bc*|", ["a", "", "b", "bccc"], ["ab", "c"]),
      ("(ab)+", ["ab", "abab"], ["", "aba"]),
      ("x{2,}", ["xx", "xxxxx"], ["x", ""]),
      ("x{0,2}y", ["y", "xy", "xxy"], ["xxxy"]),
      ("^a$", ["a"], ["^a$", "b"]),
      ("a\\.b", ["a.b"], ["axb"]),
      ("[^[:digit:] -]+", ["abc", "é"], ["a1", "a b", "a-b"]),
      ("[-a]+[b-]", ["a-b", "--"], ["ab-b", "c"]),
      ("(a*)*b", ["b", "aaab"], ["aaa"]),
      (".{3}", ["abc"], ["ab", "abcd"]),
    ])
  func matches(pattern: String, good: [String], bad: [String]) throws {
    for text in good { #expect(try fits(pattern, text), "\(pattern) \(text)") }
    for text in bad { #expect(try !fits(pattern, text), "\(pattern) \(text)") }
  }

  @Test(
    "A text that is not an expression, refers back or grows too large is refused",
    arguments: [
      "(", ")", "a)", "[a", "[z-a]", "*a", "a{", "a{2", "a{x}", "a{,3}", "a{3,2}", "a{256}", "\\1",
      "(a)\\1",
      "\\w+", "a\\", "[[:what:]]", "(a{1,200}){1,200}", "(((((a{9}){9}){9}){9}){9}){9}",
      "((((){255}){255}){255}){255}", String(repeating: "(", count: 60),
    ])
  func refused(pattern: String) { #expect(SettingPattern(pattern, expected: "e") == nil) }

  @Test("Time is linear in the text, whatever the pattern")
  func linear() throws {
    let text = String(repeating: "a", count: 4_096)
    #expect(try !fits("(a|a|aa|a*)*b", text))
    #expect(try !fits("(a?){100}(a*)*c", text))
    #expect(SettingPattern("a*", expected: "e")?.problem(text + "a") == "is too long")
    #expect(SettingPattern("a*", expected: "e")?.problem("a\0") == "is too long")
  }
}
