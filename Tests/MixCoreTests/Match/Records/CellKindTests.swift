import Testing

@testable import Match

/// Kinds of cells, and how numbers, dates and points of them are read.
@Suite struct CellKindTests {
  @Test(
    arguments: [
      ("103 min", CellKind.number), ("1h 43min", .number), ("12.5 %", .number), ("1,234", .number),
      ("$12.99", .money), ("12,99 €", .money), ("USD 5", .money), ("1999-05-03", .date),
      ("May 3, 1999", .date), ("3.5.1999", .date), ("'99", .date), ("9780006486015", .code),
      ("AB-1234-X", .code), ("310/246-1501", .code), ("48.8566, 2.3522", .place),
      ("3570 Las Vegas Blvd. S", .place), ("Jim Carrey; Ed Harris", .list),
      ("Jim Carrey, Ed Harris, Laura Linney", .list), ("Ada Lovelace", .name),
      ("The Ballad of the Sad Cafe and Other Stories", .text),
    ])
  func kinds(_ text: String, _ kind: CellKind) {
    #expect(CellKind(of: text) == kind)
  }

  @Test func emptyCellsHaveNoKind() {
    #expect(CellKind(of: "") == nil)
    #expect(CellKind(of: " – ") == nil)
  }

  @Test(
    arguments: [
      ("1h55min", 115.0), ("115 minutes", 115), ("1:55:30", 115.5), ("2.5 kg", 2500),
      ("1,234", 1234), ("1.234,50 €", 1234.5), ("12,99 €", 12.99), ("-4.5", -4.5), ("90 s", 1.5),
    ])
  func numbersInOneUnit(_ text: String, _ value: Double) throws {
    #expect(abs(try #require(CellNumber(text)).value - value) < 1e-9)
  }

  @Test(arguments: ["3 doors down", "volume 3", "1 of 2", "", "12 34"])
  func textsAreNoNumbers(_ text: String) {
    #expect(CellNumber(text) == nil)
  }
}
