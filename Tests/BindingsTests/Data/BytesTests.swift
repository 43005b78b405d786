import Foundation
import Logging
import ScriptHost
import Testing

@testable import Bindings

/// Bytes that are not UTF-8 are kept as they are, or refused by name; what is only shown shows U+FFFD.
@Suite("Bytes that are not UTF-8")
struct BytesTests {
  @Test(arguments: [
    (
      "mix.cache.set('a\\xff', 1)",
      "'key' to mix.cache.set: text in UTF-8 expected, got byte 0xFF at 2"
    ),
    ("mix.cache.get('a', {namespace = '\\xe9'})", "'namespace' to mix.cache.get: text in UTF-8"),
    (
      "mix.fs.read('caf\\xe9')", "'path' to mix.fs.read: text in UTF-8 expected, got byte 0xE9 at 4"
    ),
    ("mix.http.get('https://example.com/\\xff')", "'url' to mix.http.get: text in UTF-8 expected"),
    (
      "mix.http.get('https://example.com/', {headers = {a = '\\xff'}})",
      "'headers.a' is a string in"
    ),
    (
      "mix.http.get('https://example.com/', {headers = {['\\xff'] = 'a'}})",
      "a key of a table: text in"
    ),
    ("mix.http.client({headers = {a = '\\xff'}})", "'a' is a string in UTF-8"),
    ("mix.library.import({{title = 'a', language = '\\xff'}})", "language: text in UTF-8 expected"),
    ("mix.csv.encode({{'\\xff'}})", "row 1, field 1: CSV is written in UTF-8"),
    ("mix.time.parse('\\xff')", "'text' to mix.time.parse: text in UTF-8 expected"),
  ])
  func refused(code: String, expected: String) async throws {
    let values = try await TestHost().run(
      """
      local ok, first, second = pcall(function() return \(code) end)
      if ok and type(first) == "table" then first = mix.json.encode(first) end
      return tostring(second or first)
      """)
    guard case .string(let message)? = values.first else {
      Issue.record("\(values)")
      return
    }
    #expect(message.contains(expected), "\(message)")
  }

  @Test func keptInTheCache() async throws {
    let bytes: [UInt8] = [0xFF, 0, 0xFE, 0x41]
    let test = await TestHost()
    let values = try await test.run(
      "mix.cache.set('a', '\\xff\\0\\xfeA') return mix.cache.get('a'), mix.ui.color('\\xff', 'red')"
    )
    #expect(values == [.bytes(bytes), .bytes([0xFF])])
  }

  @Test func keptInNamesOfFiles() async throws {
    let folder = try TemporaryFiles()
    let name: [CChar] = Array((folder.path + "/caf").utf8CString.dropLast()) + [-23, 0]
    #expect(mkdir(name, 0o700) == 0)
    let test = await TestHost(grants: Grants(read: [folder.path]))
    #expect(
      try await test.value("mix.fs.list('\(folder.path)')")
        == .array([.bytes([0x63, 0x61, 0x66, 0xE9])]))
    #expect(rmdir(name) == 0)
  }

  @Test func shownInTheLog() async throws {
    let test = await TestHost()
    try await test.run("mix.log.warn('caf\\xe9', {a = '\\xff'})")
    #expect(test.log.entries.last?.message == "caf\u{FFFD}")
    #expect(test.log.entries.last?.metadata == ["a": "\u{FFFD}"])
  }
}
