/// Keys that say which listing or edition they stand for, as scripts/services/openlibrary/mock.lua
/// writes them.
enum OpenLibraryID {
  private static let workBase = 10_000_000
  private static let editionBase = 20_000_000
  private static let coverBase = 8_000_000

  static func work(_ listing: BookListing) -> String { "OL\(workBase + listing.number)W" }

  /// The number of a work's listing.
  static func listing(work key: String) -> Int? { number(key, "W").map { $0 - workBase } }

  static func edition(_ edition: BookEdition) -> String {
    "OL\(editionBase + edition.book * BookNumber.perBook + edition.number)M"
  }

  /// The place of an edition's book, and the edition's number.
  static func edition(key: String) -> (book: Int, edition: Int)? {
    number(key, "M").map { $0 - editionBase }.flatMap { place in
      place < 0 ? nil : (place / BookNumber.perBook, place % BookNumber.perBook)
    }
  }

  static func cover(_ book: Book) -> Int { coverBase + book.index }

  /// The place of a cover's book.
  static func book(cover: Int) -> Int { cover - coverBase }

  private static func number(_ key: String, _ letter: Character) -> Int? {
    guard key.hasPrefix("OL"), key.last == letter else { return nil }
    return Int(key.dropFirst(2).dropLast())
  }
}
