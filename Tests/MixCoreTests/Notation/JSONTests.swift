import Foundation
import MixCore
import Notation
import Testing

@Suite("JSON: reading") struct JSONReaderTests {
  @Test(arguments: [
    "", "{", "[1,]", "{\"a\":1,}", "[01]", "[1.]", "[+1]", "[\"\\x\"]", "[\"\n\"]", "nul", "[1 2]",
    "{\"a\" 1}", "\"\\ud800", "[1]]", "[NaN]", "[1e400]", "{a:1}", "[-]", "\u{FEFF}[]", "[1}", "{]",
    "[\"\\u12\"]", "[1e]", "[,]", "{\"a\"}", "\"\\",
  ])
  func wrongTextsAreRefused(text: String) {
    #expect(throws: JSONError.self) { try JSONReader.read(Array(text.utf8)) }
  }

  @Test func deepNestingIsRefusedBeforeItCostsStack() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError(offset: 64, reason: "nested too deep: more than 64 levels")) {
      try JSONReader.read(Array(text.utf8))
    }
  }

  @Test func longTextsAreRefusedUnread() {
    #expect(throws: JSONError(offset: 4, reason: "the text is longer than 4 bytes")) {
      try JSONReader.read(Array("[1,2]".utf8), limits: JSONLimits(depth: 2, bytes: 4))
    }
  }

  @Test func bytesThatAreNoTextAreRefused() {
    #expect(throws: JSONError.self) { try JSONReader.read([0x22, 0xFF, 0x22]) }
  }

  @Test func valuesComeBackAsTheyWere() throws {
    let text =
      "{\"a\":[1,-2,0.5,true,false,null,\"x\\\"\\\\\\n\\u0001\"],\"b\":{},\"c\":[],\"d\":\"Ü😀\"}"
    let value = try JSONReader.read(Array(text.utf8))
    #expect(String(decoding: value.bytes, as: UTF8.self) == text)
    #expect(value["d"] == .string("Ü😀"))
    #expect(try JSONReader.read(Array("\"\\ud83d\\ude00\\ud83d\"".utf8)) == .string("😀\u{FFFD}"))
    #expect(try JSONReader.read(Array("{\"a\":1,\"a\":2}".utf8))["a"] == .int(2))
    #expect(try JSONReader.read(Array("\"a\\/b\\fc\"".utf8)) == .string("a/b\u{C}c"))
  }

  @Test(arguments: [
    ("0", JSON.int(0)), ("-7", .int(-7)), ("9223372036854775807", .int(.max)),
    ("-9223372036854775808", .int(.min)), ("9223372036854775808", .number(0x1p63)),
    ("1.0", .number(1)), ("0.1", .number(0.1)), ("1e3", .number(1000)),
    ("5e-324", .number(.leastNonzeroMagnitude)),
    ("0.30000000000000004", .number(0.1 + 0.2)),
    ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
  ])
  func numbersAreExact(text: String, value: JSON) throws {
    #expect(try JSONReader.read(Array(text.utf8)) == value)
  }

  @Test func longListsAreReadInOnePass() throws {
    // A list that is copied for each element would take minutes.
    let count = 100_000
    let text = "{\"a\":[" + String(repeating: "1,", count: count - 1) + "1]}"
    guard case .array(let values)? = try JSONReader.read(Array(text.utf8))["a"] else {
      return #expect(Bool(false))
    }
    #expect(values.count == count)
  }

  @Test func membersAreKeptAsTheyAreWritten() throws {
    let text = " {\"a\" : [1, {\"b\": 2e999}] , \"\\u0063\":\"x\" }\n"
    let members = try JSONReader.members(Array(text.utf8))
    #expect(members.map(\.name) == ["a", "c"])
    #expect(members.map(\.raw) == ["[1, {\"b\": 2e999}]", "\"x\""])
  }

  @Test(arguments: [
    ("\"\\ud800\"", 7), ("\"\\ude00\"", 7), ("\"\\ud800\\u0041\"", 7), ("\"\\ud83d\\ude00\"", nil),
    ("\"\\ufffd\"", nil), ("\"\\uFFFD\"", nil),
  ])
  func documentsHoldNoHalfPairs(text: String, offset: Int?) {
    let read = { try JSONReader.read(Array(text.utf8), limits: .documents) }
    if let offset {
      #expect(throws: JSONError(offset: offset, reason: "half a surrogate pair in a string")) {
        try read()
      }
    } else {
      #expect(throws: Never.self) { try read() }
    }
  }

  /// JSONTestSuite (Nicolas Seriot): `y_` must be read, `n_` refused.
  @Test(arguments: [("y_", 95), ("n_", 186)])
  func theTestSuiteHolds(prefix: String, count: Int) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/JSONTestSuite/test_parsing").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix(prefix) }
    #expect(names.count == count)
    let limits = JSONLimits(depth: 512)
    for name in names {
      let bytes = try #require(try PrivateFile.read("\(folder)/\(name)"))
      let value = try? JSONReader.read(bytes, limits: limits)
      #expect((value != nil) == (prefix == "y_"), "\(name)")
      if let value { #expect(try JSONReader.read(value.bytes, limits: limits) == value, "\(name)") }
    }
  }
}

@Suite("JSON: writing") struct JSONWriterTests {
  @Test func prettyTextsHaveOneValueALine() throws {
    var writer = JSONWriter(layout: .pretty)
    writer.write(
      .object([
        .init("a", .array([.int(1), .object([])])), .init("b", .array([])), .init("c", .null),
      ]))
    #expect(
      writer.text == """
        {
          "a": [
            1,
            {}
          ],
          "b": [],
          "c": null
        }
        """)
  }

  @Test func onlyWhatMustBeIsEscaped() {
    let text = "\"\\/\u{8}\u{C}\n\r\t\u{1}\u{7F}\u{9B}é\u{202E}😀"
    #expect(
      JSONWriter.quoted(text) == "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\u{7F}\u{9B}é\u{202E}😀\"")
    #expect(
      JSONWriter.quoted(text, escapes: .terminal)
        == "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u007f\\u009bé\\u202e😀\"")
  }

  @Test func numbersThatJSONLacksAreNull() {
    #expect(
      JSON.array([.number(.nan), .number(-.infinity), .number(0.1)]).bytes
        == Array("[null,null,0.1]".utf8))
  }
}
