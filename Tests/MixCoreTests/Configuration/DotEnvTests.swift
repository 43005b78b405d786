import Testing

@testable import MixCore

@Suite("Lines of .env files")
struct DotEnvTests {
  @Test(
    "one line",
    arguments: [
      ("A=1", "1"), ("A=", ""), ("A = spaced out \t", "spaced out"), ("export A=1", "1"),
      ("A=a#b", "a#b"), ("A=a #b", "a"), ("A=#b", ""), ("A='a # \\n\"'", "a # \\n\""),
      ("A=\"a\\n\\\"b\\\\ \\$C \\q\" # c", "a\n\"b\\ $C \\q"), ("A=\"two\nlines\"", "two\nlines"),
      ("\u{FEFF}A=1\r\n", "1"), ("# c\rA=1\r", "1"), ("A=1\nA=2", "2"),
      ("# c\n\n  A=x=y", "x=y"), ("A=ü", "ü"),
      ("export=2\nA=1", "1"), ("A=\"\\`x\\`\"", "`x`"), ("A=`a 'b' # c`", "a 'b' # c"),
    ])
  func line(_ text: String, _ value: String) {
    #expect(DotEnv.parse(text) == expected(text, value))
  }

  private func expected(_ text: String, _ value: String) -> DotEnv.Content {
    var content = DotEnv.Content()
    content.values = text.hasPrefix("export=") ? ["export": "2", "A": value] : ["A": value]
    return content
  }

  @Test(
    "a foreign line is named and does not count; those after it do",
    arguments: [
      ("A=1\nB", 2, "expected NAME=VALUE"), ("\n\n=1", 3, "expected NAME=VALUE"),
      ("1A=2", 1, "expected NAME=VALUE"), ("A=1\nB=\"x\nC=2", 2, "the quote of B is never closed"),
      ("A='x' y", 1, "unexpected text after the closing quote of A"),
      ("A-B=1", 1, "expected NAME=VALUE"), ("set -a", 1, "expected NAME=VALUE"),
      ("if [ -f x ]; then . x; fi", 1, "expected NAME=VALUE"),
    ])
  func foreign(_ text: String, _ line: Int, _ reason: String) {
    let content = DotEnv.parse(text + "\nZ=26\n")
    #expect(content.problems.map(\.line) == [line])
    #expect(content.problems.map(\.reason) == [reason])
    #expect(content.values["Z"] == "26")
  }

  @Test("text that may be a secret is in no message")
  func secret() {
    let content = DotEnv.parse("MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nTOKEN s3cret\n")
    #expect(content.problems.map(\.reason) == ["expected NAME=VALUE", "expected NAME=VALUE"])
  }

  @Test("UTF-16 with its mark, as Windows PowerShell writes it")
  func utf16() {
    let units = Array("\u{FEFF}KEY=\u{1F511}ß\r\nB=2\r\n".utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [little, big, little + [0]] {
      #expect(DotEnv.parse(bytes) == DotEnv.parse("KEY=\u{1F511}ß\nB=2"))
    }
  }

  @Test("nothing in, nothing out", arguments: ["", "\n", "# only\n# comments", "   "])
  func empty(_ text: String) {
    #expect(DotEnv.parse(text) == DotEnv.Content())
  }
}
