import MixCore
import Testing

@Suite(".env files")
struct DotEnvTests {
  @Test(
    "one line",
    arguments: [
      ("A=1", "1"), ("A=", ""), ("A = spaced out \t", "spaced out"), ("export A=1", "1"),
      ("A=a#b", "a#b"), ("A=a #b", "a"), ("A=#b", ""), ("A='a # \\n\"'", "a # \\n\""),
      ("A=\"a\\n\\\"b\\\\ \\$C \\q\" # c", "a\n\"b\\ $C \\q"), ("A=\"two\nlines\"", "two\nlines"),
      ("\u{FEFF}A=1\r\n", "1"), ("A=1\nA=2", "2"), ("# c\n\n  A=x=y", "x=y"), ("A=ü", "ü"),
      ("export=2\nA=1", "1"),
    ])
  func line(_ text: String, _ value: String) throws {
    #expect(try DotEnv.parse(text)["A"] == value)
  }

  @Test(
    "mistakes name their line",
    arguments: [
      ("A=1\nB", 2, "expected = after B"), ("\n\n=1", 3, "expected NAME=VALUE"),
      ("1A=2", 1, "expected NAME=VALUE"), ("A=1\nB=\"x\nC=2", 2, "the quote of B is never closed"),
      ("A='x' y", 1, "unexpected text after the closing quote of A"),
      ("A-B=1", 1, "expected = after A"),
    ])
  func mistake(_ text: String, _ line: Int, _ reason: String) {
    let problem = #expect(throws: DotEnv.Problem.self) { try DotEnv.parse(text) }
    #expect(problem?.line == line)
    #expect(problem?.reason == reason)
  }

  @Test("nothing in, nothing out", arguments: ["", "\n", "# only\n# comments", "   "])
  func empty(_ text: String) throws {
    #expect(try DotEnv.parse(text).isEmpty)
  }
}
