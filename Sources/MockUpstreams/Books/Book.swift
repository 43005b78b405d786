/// One invented work and its editions.
struct Book: Sendable {
  /// The rest of a catalogue's list beside the work: other works whose titles hold its words.
  enum Kind: Int, Sendable, CaseIterable {
    /// The work itself.
    case work
    /// Another book of the same author that names the first in its title.
    case sequel
    /// A digest by somebody else, "Summary of X".
    case summary
    /// Exercises to it, "X: Workbook".
    case workbook
    /// The volumes of its series in one box.
    case boxSet
  }

  /// A series and the work's place in it.
  struct Volume: Sendable {
    let series: String
    let number: Int
    /// How many volumes it has.
    let count: Int
  }

  let index: Int
  let title: String
  let subtitle: String?
  /// Numbers in ``PhraseTable/bookAuthors``, the main one first.
  let authorNumbers: [Int]
  let volume: Volume?
  /// Whether volumes have the title of the series and a number, and no titles of their own.
  let isNumbered: Bool
  let firstYear: Int
  let language: String
  let editionCount: Int
  let subject: String

  var authors: [String] { authorNumbers.map { PhraseTable.bookAuthors.phrases[$0] } }
}

/// An edition of a ``Book``.
struct BookEdition: Sendable {
  let book: Int
  /// 0..<``Book/editionCount``.
  let number: Int
  let year: Int
  let pages: Int
  let publisher: String
  let binding: String
  let isbn: BookNumber
  /// Whether the catalogues know it by its number.
  let isListed: Bool
}

/// The numbers of an edition (ISO 2108), which tell which book they belong to.
struct BookNumber: Sendable, Equatable {
  private static let base = 100_000_000
  static let perBook = 8

  /// The nine digits between prefix and check digit.
  private let body: Int

  init(book: Int, edition: Int) { body = Self.base + book * Self.perBook + edition }

  /// Reads ten or thirteen digits; nil when they are not the number of a made-up book.
  init?(_ text: String) {
    let digits = Array(text.utf8.filter { $0 != UInt8(ascii: "-") })
    let middle = digits.count == 13 ? digits.dropFirst(3).dropLast() : digits.dropLast()[...]
    guard digits.count == 13 || digits.count == 10,
      let body = Int(String(decoding: middle, as: UTF8.self)), body >= Self.base
    else { return nil }
    self.body = body
    guard isbn13 == text || isbn10 == text.uppercased() else { return nil }
  }

  var book: Int { (body - Self.base) / Self.perBook }
  var edition: Int { (body - Self.base) % Self.perBook }

  var isbn13: String {
    let digits = "978\(body)".utf8.map { Int($0) - 48 }
    let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return "978\(body)\((10 - sum % 10) % 10)"
  }

  var isbn10: String {
    let digits = "\(body)".utf8.map { Int($0) - 48 }
    let sum = digits.enumerated().reduce(0) { $0 + $1.element * (10 - $1.offset) }
    let check = (11 - sum % 11) % 11
    return "\(body)\(check == 10 ? "X" : String(check))"
  }
}
