import Testing

@testable import Server

/// What clients may send as JSON.
@Suite struct JSONTests {
  @Test(arguments: [
    "", "{", "[1,]", "{\"a\":1,}", "[01]", "[1.]", "[+1]", "[\"\\x\"]", "[\"\n\"]", "nul", "[1 2]",
    "{\"a\" 1}", "\"\\ud800", "[1]]", "[NaN]", "[1e400]", "{a:1}", "[-]", "\u{FEFF}[]",
  ])
  func wrongTextsAreRefused(text: String) {
    #expect(throws: JSONError.self) { try JSONReader.read(Array(text.utf8)) }
  }

  @Test func deepNestingIsRefusedBeforeItCostsStack() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.self) { try JSONReader.read(Array(text.utf8)) }
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
  }
}
