import Testing

import MixCore

@Suite("CSV writer")
struct CSVWriterTests {
  private func text(_ row: [String], _ writer: CSVWriter = CSVWriter()) -> String {
    var writer = writer
    writer.append(row)
    return writer.text
  }

  @Test("Quotes what must be quoted and nothing else")
  func quotes() {
    #expect(text(["a", "b c", ""]) == "a,b c,\r\n")
    #expect(text(["a,b", "x\"y", "1\n2", "3\r"]) == "\"a,b\",\"x\"\"y\",\"1\n2\",\"3\r\"\r\n")
    #expect(text([""]) == "\"\"\r\n")
    #expect(
      text(["a,b", "c;d"], CSVWriter(delimiter: .semicolon, lineEnding: .lf)) == "a,b;\"c;d\"\n")
    #expect(text(["a\tb", "ü"], CSVWriter(delimiter: .tab, lineEnding: .lf)) == "\"a\tb\"\tü\n")
  }

  @Test("Formulas are neutralized only on demand")
  func formulas() {
    let row = ["=1+1", "+a", "-5*a", "-5", "@x", "\ty", "\rz", "a=b", ""]
    let neutral = CSVWriter(lineEnding: .lf, neutralizesFormulas: true)
    #expect(text(row, neutral) == "'=1+1,'+a,'-5*a,-5,'@x,'\ty,\"'\rz\",a=b,\n")
    #expect(text(["'=1", "''-a", "'tis"], neutral) == "''=1,'''-a,'tis\n")
    #expect(text(["=1+1"], CSVWriter(lineEnding: .lf)) == "=1+1\n")
  }

  @Test("A spreadsheet's other ways to begin a formula")
  func formulaStarts() {
    for start in ["\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\n", "\r\n", "\t", "\r"] {
      for spaces in ["", " ", "   ", "\u{A0}", "\u{3000} "] {
        #expect(CSVWriter.beginsFormula(spaces + start + "1"), "\((spaces + start).unicodeScalars)")
      }
    }
    for plain in ["", " ", "a=1", " a", "'=1", "\u{FF1C}", "1-1", "-5", "+1,5", "-1.000,5"] {
      #expect(!CSVWriter.beginsFormula(plain), "\(plain)")
    }
  }

  @Test("Written rows are read back", arguments: [CSVWriter.LineEnding.crlf, .lf])
  func roundTrip(ending: CSVWriter.LineEnding) throws {
    let pieces = ["", "a", "\"", "\"\"", ",", ";", "\t", "\n", "\r\n", "\r", "é夜", " x ", "="]
    let rows = pieces.flatMap { first in pieces.map { [first, $0, first + $0] } } + [[""], ["x"]]
    for delimiter in [CSVDelimiter.comma, .semicolon, .tab] {
      var writer = CSVWriter(delimiter: delimiter, lineEnding: ending)
      rows.forEach { writer.append($0) }
      var parser = CSVParser(options: CSVOptions(delimiter: delimiter))
      var found: [[String]] = []
      try parser.feed(writer.bytes) { found.append($0) }
      try parser.finish { found.append($0) }
      #expect(found == rows)
    }
  }

  @Test("A long table can be taken in pieces")
  func pieces() {
    var writer = CSVWriter(lineEnding: .lf)
    writer.append(["a"])
    #expect(writer.takeBytes() == Array("a\n".utf8))
    writer.append(["b"])
    #expect(writer.text == "b\n")
  }
}
