import Testing

import MixCore

@Suite("CSV reader")
struct CSVParserTests {
  private func records(_ text: String, _ options: CSVOptions = CSVOptions()) throws -> [[String]] {
    var parser = CSVParser(options: options)
    var records: [[String]] = []
    try parser.feed(text.utf8) { records.append($0) }
    try parser.finish { records.append($0) }
    return records
  }

  @Test(
    "Reads what exports contain",
    arguments: [
      ("a,b\r1,2\n3,4\r\n5,6", [["a", "b"], ["1", "2"], ["3", "4"], ["5", "6"]]),
      ("\u{FEFF}a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
      ("a,\"say \"\"hi\"\"\"\n", [["a", "say \"hi\""]]),
      ("\"one\r\ntwo\",\"\"\"\"\n", [["one\r\ntwo", "\""]]),
      ("a,b\n\n\r\n1,\n,\n", [["a", "b"], ["1", ""], ["", ""]]),
      ("a\n\"\"\n", [["a"], [""]]),
      ("5\" disc,x\"y\"\n", [["5\" disc", "x\"y\""]]),
      ("\"=\"\"0439785960\"\"\",\"=\"\"\"\"\"\n", [["=\"0439785960\"", "=\"\""]]),
      ("a,b,c\n1\n1,2,3,4\n", [["a", "b", "c"], ["1"], ["1", "2", "3", "4"]]),
      ("", []), ("\u{FEFF}", []), ("\n\n", []), ("a", [["a"]]), (",", [["", ""]]),
    ])
  func reads(text: String, expected: [[String]]) throws {
    #expect(try records(text) == expected)
  }

  @Test(
    "Finds the delimiter",
    arguments: [
      ("a;b;c\n1,5;2;3\n", ["a", "b", "c"]), ("a\tb\n", ["a", "b"]),
      ("a,b;c,d\n", ["a", "b;c", "d"]),
      ("\"x;y;z\",b\n", ["x;y;z", "b"]), ("alone\n", ["alone"]), ("a;b", ["a", "b"]),
    ])
  func detects(text: String, firstRecord: [String]) throws {
    #expect(try records(text).first == firstRecord)
  }

  @Test(
    "Blanks around a quoted field are not part of it; quotes that enclose no whole field are text",
    arguments: [
      ("\"Dune\", \"Herbert, Frank\" ,\t\"978\"\n", [["Dune", "Herbert, Frank", "978"]]),
      ("a, \"one\n two\" \nb,c\n", [["a", "one\n two"], ["b", "c"]]),
      ("a, \"The\" Best\nb,c\n", [["a", " \"The\" Best"], ["b", "c"]]),
      ("a, \"\"\"x\"\"\"  y\n", [["a", " \"\"\"x\"\"\"  y"]]),
      ("a, \"Jane\nb,c\n", [["a", " \"Jane"], ["b", "c"]]),
      ("Seven \"7\" Seas, x \n", [["Seven \"7\" Seas", " x "]]),
      (
        "\"You're\" and \"more\"\tx\n\"a\tb\"\ty\n",
        [["\"You're\" and \"more\"", "x"], ["a\tb", "y"]]
      ),
      ("a\t\"\"x\"\" y\n", [["a", "\"\"x\"\" y"]]),
      ("a\t\"open\nb\t\"c\" d\ne\t\"f\"\n", [["a", "\"open"], ["b", "\"c\" d"], ["e", "f"]]),
      ("a\tb\n\"open\td\n", [["a", "b"], ["\"open", "d"]]),
    ])
  func oddQuotes(text: String, expected: [[String]]) throws {
    #expect(try records(text) == expected)
    var options = CSVOptions()
    options.skipsBadRecords = true
    var parser = CSVParser(options: options)
    var found: [[String]] = []
    for byte in text.utf8 { try parser.feed([byte]) { found.append($0) } }
    try parser.finish { found.append($0) }
    #expect(found == expected && parser.takeBadRecords().isEmpty)
  }

  @Test("A delimiter that is given is not guessed")
  func givenDelimiter() throws {
    #expect(try records("a;b,c\n", CSVOptions(delimiter: .comma)) == [["a;b", "c"]])
    #expect(try records("a,b\tc\n", CSVOptions(delimiter: .tab)) == [["a,b", "c"]])
  }

  @Test("A text cut at any byte gives the same records")
  func chunks() throws {
    let text = "\u{FEFF}na,\"ö \"\"x\"\"\r\ny\"\r\nü,2\rz,\n"
    let bytes = Array(text.utf8)
    let expected = try records(text)
    #expect(expected.count == 3)
    for cut in 0...bytes.count {
      var parser = CSVParser()
      var found: [[String]] = []
      try parser.feed(bytes[..<cut]) { found.append($0) }
      try parser.feed(bytes[cut...]) { found.append($0) }
      try parser.finish { found.append($0) }
      #expect(found == expected, "cut at \(cut)")
    }
  }

  @Test("A short record takes no memory of a wide one before it, also after a bad one")
  func shortAfterWide() throws {
    let wide = String(repeating: "a,", count: 100_000)
    var options = CSVOptions(delimiter: .comma)
    options.skipsBadRecords = true
    let rows = try records("\(wide)\n1\n2\n\(wide)\"x\"y\n3\n", options)
    #expect(rows.map(\.count) == [100_001, 1, 1, 1])
    #expect(rows.dropFirst().allSatisfy { $0.capacity < 1000 })
  }

  @Test("Errors name row, field, line and column")
  func errors() {
    let unclosed = CSVError.Reason.unclosedQuote
    expect("a,b\n1,\"x\ny", unclosed, row: 2, field: 2, line: 2, column: 3)
    expect("ä,\"x\ny\"\nö,\"z", unclosed, row: 2, field: 2, line: 3, column: 3)
    expect("a,b\r\n1,\"x\"y\r\n", .textAfterQuote, row: 2, field: 2, line: 2, column: 6)
    expect("a\r\nb\u{0}", .nul, row: 2, field: 1, line: 2, column: 2)
  }

  private func expect(
    _ text: String, _ reason: CSVError.Reason, row: Int, field: Int, line: Int, column: Int
  ) {
    let error = #expect(throws: CSVError.self) { try records(text) }
    #expect(error?.reason == reason)
    #expect([error?.row, error?.field, error?.line, error?.column] == [row, field, line, column])
  }

  @Test("Bytes that are not UTF-8 and endless fields are refused")
  func refuses() {
    var parser = CSVParser()
    let invalid = #expect(throws: CSVError.self) {
      try parser.feed([0x61, 0x2C, 0xFF, 0x0A]) { _ in }
    }
    #expect(invalid?.reason == .invalidUTF8)
    let long = #expect(throws: CSVError.self) {
      try records("a,\"bcdefg", CSVOptions(maximumFieldBytes: 4))
    }
    #expect(long?.reason == .fieldTooLong(limit: 4))
    #expect(long?.description.hasPrefix("line 1, column 8 (row 1, field 2): ") == true)
  }

  @Test(
    "Records that cannot be read are skipped and reported, up to the end of their line",
    arguments: [
      ("a,b\n\"x\"y,2\n3,4\n", [["a", "b"], ["3", "4"]], [2]),
      ("a\nx\u{0}y\r\nb\n", [["a"], ["b"]], [2]),
      ("a\nb\n\"c\nd\n", [["a"], ["b"], ["d"]], [3]),
      ("\u{0}\na\n", [["a"]], [1]),
      ("a\nb,\"c,d\ne,f\r\ng,h\n", [["a"], ["e", "f"], ["g", "h"]], [2]),
      ("a\n\"b,c\r\nd,\"e\"\nf\n", [["a"], ["d", "e"], ["f"]], [2]),
      ("a\n\"b\nc \"\"d\"\"\ne\n", [["a"], ["c \"\"d\"\""], ["e"]], [2]),
      ("a\n\"b\u{0}\nc\",d\ne\n", [["a"], ["e"]], [2]),
    ])
  func skips(text: String, expected: [[String]], bad: [Int]) throws {
    var options = CSVOptions()
    options.skipsBadRecords = true
    var parser = CSVParser(options: options)
    var found: [[String]] = []
    for byte in text.utf8 { try parser.feed([byte]) { found.append($0) } }
    try parser.finish { found.append($0) }
    #expect(found == expected)
    #expect(parser.takeBadRecords().map(\.row) == bad)
    #expect(parser.takeBadRecords().isEmpty)
  }

  @Test("A field that is not UTF-8 may be ISO-8859-1, beside fields that are")
  func encodings() throws {
    let bytes: [UInt8] = Array("é,".utf8) + [0xE9, 0x0A]
    func read(_ encoding: CSVOptions.TextEncoding) throws -> [[String]] {
      var options = CSVOptions(delimiter: .comma)
      options.textEncoding = encoding
      var parser = CSVParser(options: options)
      var rows: [[String]] = []
      try parser.feed(bytes) { rows.append($0) }
      try parser.finish { rows.append($0) }
      return rows
    }
    #expect(try read(.utf8OrWindows1252) == [["é", "é"]])
    #expect(try read(.latin1) == [["Ã©", "é"]])
    #expect(try read(.windows1252) == [["Ã©", "é"]])
    #expect(throws: CSVError.self) { try read(.utf8) }
  }

  @Test("Windows-1252 has letters where ISO-8859-1 has control characters; the guess is reported")
  func windows1252() throws {
    let bytes: [UInt8] = [0x80, 0x2C, 0x84, 0x41, 0x93, 0x2C, 0x96, 0x2C, 0x9F, 0x81, 0x0A]
    var options = CSVOptions(delimiter: .comma)
    options.textEncoding = .utf8OrWindows1252
    var parser = CSVParser(options: options)
    try parser.feed(Array("plain\n".utf8)) { #expect($0 == ["plain"]) }
    #expect(!parser.hasOtherText)
    try parser.feed(bytes) { #expect($0 == ["€", "„A“", "–", "Ÿ\u{81}"]) }
    #expect(parser.hasOtherText)
  }
}
