/// Keys that say which listing, edition or author they stand for.
enum OpenLibraryID {
  private static let workBase = 10_000_000
  private static let editionBase = 20_000_000
  private static let authorBase = 1_000_000
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

  static func author(_ number: Int) -> String { "OL\(authorBase + number)A" }

  /// The number of an author in ``PhraseTable/bookAuthors``.
  static func author(key: String) -> Int? {
    number(key, "A").map { $0 - authorBase }.flatMap {
      PhraseTable.bookAuthors.phrases.indices.contains($0) ? $0 : nil
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
