import Foundation
import Testing

@testable import Net

@Suite("Cassette: the file")
struct CassetteFileTests {
  private static let first =
    #"{"format":"mixhost-cassette","version":1,"script":"x","started":"s","started_ms":1,"#
    + #""seed":2,"rate_limits":true,"settings":{"a":"b"}}"#
  private static let line =
    #"{"n":1,"at_ms":0.5,"ms":12.345678,"method":"GET","url":"https://x.example/","status":200,"#
    + #""headers":["A: b"],"text":"hi"}"#

  /// The error of reading a file of this text.
  private func failure(_ text: String) throws -> String? {
    let cassette = try CassetteCase()
    try cassette.write(text)
    do {
      _ = try CassetteReader(cassette.path)
      return nil
    } catch {
      return error.description.replacingOccurrences(of: cassette.path, with: "FILE")
    }
  }

  @Test func readsItsLines() throws {
    let cassette = try CassetteCase()
    try cassette.write(Self.first + "\n" + Self.line + "\n")
    let reader = try CassetteReader(cassette.path)
    #expect(reader.header.settings == ["a": "b"] && reader.header.seed == 2)
    #expect(!reader.header.liftsRateLimits && reader.warning == nil)
    #expect(reader.exchanges.map(\.elapsed) == [12_345_678])
    #expect(reader.exchanges.map(\.start) == [500_000])
  }

  @Test("No other file is read to its end, nor a recording of any size")
  func bounded() throws {
    let device = #expect(throws: CassetteError.self) { try CassetteReader("/dev/zero") }
    #expect(device?.description.contains("line 1: this is not a recording") == true)
    #expect(throws: CassetteError.self) { try CassetteReader("/dev/zero", [0x7B, 0x0A]) }
    // One line that does not end, and lines without an end; both are holes.
    for (start, reason) in [("{", "line 1: "), (Self.first + "\n", "larger than 256MB")] {
      let cassette = try CassetteCase()
      try cassette.write(start)
      try #require(truncate(cassette.path, 3_000_000_000) == 0)
      let error = #expect(throws: CassetteError.self) { try CassetteReader(cassette.path) }
      #expect(error?.description.contains(reason) == true, "\(error as Any)")
    }
  }

  @Test(arguments: [
    ("", "FILE, line 1: this is not a recording"),
    ("hello\n", "FILE, line 1: this is not a recording"),
    ("[1]\n", "FILE, line 1: this is not a recording"),
    (#"{"format":"har","version":1}"# + "\n", "FILE, line 1: this is not a recording"),
    (
      first.replacingOccurrences(of: #""version":1"#, with: #""version":2"#),
      "FILE, line 1: version 2 of the format; this mixhost reads version 1"
    ),
    (
      first.replacingOccurrences(of: #""seed":2"#, with: #""seed":"x""#),
      "FILE, line 1: 'seed' is a whole number"
    ),
    (first + "\nnothing\n", "FILE, line 2: expected { at byte 1"),
    (first + "\n" + line.dropLast() + "\n" + line + "\n", "FILE, line 2: the text ends where"),
    (
      first + "\n" + line.replacingOccurrences(of: #""n":1"#, with: #""n":1.5"#) + "\n",
      "FILE, line 2: 'n' is a whole number"
    ),
    (
      first + "\n" + line.replacingOccurrences(of: "12.345678", with: "-1") + "\n",
      "FILE, line 2: 'ms' is a number of milliseconds"
    ),
    (
      first + "\n" + line.replacingOccurrences(of: "A: b", with: "A") + "\n",
      "FILE, line 2: 'headers' are written as"
    ),
    (
      first + "\n" + line.replacingOccurrences(of: #""status":200"#, with: #""status":7"#) + "\n",
      "FILE, line 2: 'status' is from 100 to 999"
    ),
    (
      first + "\n" + line.replacingOccurrences(of: #""text":"hi""#, with: #""base64":"a""#) + "\n",
      "FILE, line 2: 'base64' is damaged"
    ),
    (
      first + "\n"
        + line.replacingOccurrences(
          of: #""status":200"#, with: #""error":{"kind":"odd","message":""}"#) + "\n",
      "FILE, line 2: 'odd' is not a kind of error"
    ),
  ])
  func namesTheDamagedLine(text: String, expected: String) throws {
    let description = try #require(try failure(text))
    #expect(description.hasPrefix(expected), "\(description)")
  }

  @Test func leavesOutALineThatIsCutOff() throws {
    let cassette = try CassetteCase()
    try cassette.write(Self.first + "\n" + Self.line + "\n" + Self.line.dropLast(9))
    let reader = try CassetteReader(cassette.path)
    #expect(reader.exchanges.count == 1)
    #expect(reader.warning?.contains("the last line is cut off") == true)
    try cassette.write(Self.first + "\n" + Self.line + "\n" + Self.line)
    #expect(try CassetteReader(cassette.path).exchanges.count == 2)
  }

  @Test func namesWhatCannotBeRead() throws {
    let cassette = try CassetteCase()
    #expect(throws: CassetteError(cassette.path, "there is no such recording")) {
      try CassetteReader(cassette.path)
    }
    #expect(throws: CassetteError(cassette.folder, "cannot read it: Is a directory")) {
      try CassetteReader(cassette.folder)
    }
  }

  @Test func replacesRecordingsAndNothingElse() async throws {
    let server = try RawServer { _ in .text("x") }
    defer { server.stop() }
    let cassette = try CassetteCase()
    let url = server.base + "/"
    try cassette.write("my notes\n")
    await #expect(throws: CassetteError.self) { try await cassette.record { _ in } }
    #expect(try cassette.text() == "my notes\n")

    // A run without an exchange that fails to begin leaves the old one; the first exchange replaces it.
    try cassette.write(Self.first + "\n" + Self.line + "\n")
    let before = try cassette.text()
    try await cassette.record { rig in
      #expect(try cassette.text() == before)
      _ = try await rig.get(url)
    }
    #expect(try cassette.exchanges().map(\.question.url) == [url])
    #expect(try FileManager.default.contentsOfDirectory(atPath: cassette.folder) == ["run.ndjson"])
  }

  @Test func followsALinkToItsFile() async throws {
    let cassette = try CassetteCase()
    let real = cassette.folder + "/real.ndjson"
    try "".write(toFile: real, atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: cassette.path, withDestinationPath: real)
    try await cassette.record { _ in }
    #expect(try String(contentsOfFile: real, encoding: .utf8).contains("mixhost-cassette"))
    #expect(try cassette.exchanges().isEmpty)
  }
}
