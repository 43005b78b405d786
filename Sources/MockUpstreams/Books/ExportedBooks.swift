/// Books as a reader's export from Goodreads spells them.
public struct ExportedBooks: Sendable {
  private let catalogue: BookCatalogue
  private let order: Numbering

  /// The exports of the catalogue that a server with these options shows.
  public init(options: MockOptions = MockOptions()) {
    self.init(catalogue: BookCatalogue(seed: options.seed, size: options.books))
  }

  init(catalogue: BookCatalogue) {
    self.catalogue = catalogue
    var digest = Digest(seed: catalogue.seed, 0, salt: 131)
    order = Numbering(count: max(2, catalogue.size / 2), digest: &digest)
  }

  /// The place of the book in a row; rows come in pairs of neighbours, so that a shelf holds volumes
  /// of one series.
  func book(row: Int) -> Book {
    let place = order.number(at: row / 2) * 2 + row % 2
    return catalogue.book(min(place, catalogue.size - 1))
  }

  /// The `Book Id` of a book.
  static func goodreadsID(_ book: Int) -> Int { 1_000_000 + book * 7 }

  /// The place of the book with a `Book Id`.
  static func book(goodreadsID: Int) -> Int? {
    let place = goodreadsID - 1_000_000
    return place >= 0 && place % 7 == 0 ? place / 7 : nil
  }

  /// Writes a Goodreads export of `count` different books, in pieces.
  /// - Parameters:
  ///   - count: rows, 0 to the catalogue's size.
  ///   - write: takes the next piece of text, UTF-8.
  public func writeGoodreads(count: Int, _ write: (String) throws -> Void) rethrows {
    try write(Self.header.joined(separator: ",") + "\n")
    for row in 0..<count {
      try write(fields(row).map(Self.quoted).joined(separator: ",") + "\n")
    }
  }

  static let header = [
    "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating",
    "Average Rating", "Publisher", "Binding", "Number of Pages", "Year Published",
    "Original Publication Year", "Date Read", "Date Added", "Bookshelves",
    "Bookshelves with positions", "Exclusive Shelf", "My Review", "Spoiler", "Private Notes",
    "Read Count", "Owned Copies",
  ]

  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }

  /// The fields of a row, in the order of the header.
  func fields(_ row: Int) -> [String] {
    let book = book(row: row)
    var digest = catalogue.digest(book.index, 21)
    let edition = catalogue.edition(digest.below(book.editionCount), of: book)
    let authors = book.authors
    let reversed = Self.lastFirst(authors[0])
    // Most exports have "First Last" here; one row in 150 lost its author.
    let author =
      switch digest.below(150) {
      case 0: ("", "")
      case 1..<10: (reversed, reversed)
      default: (authors[0], reversed)
      }
    let isbn = numbers(edition, &digest)
    let rating = digest.below(6)
    let read = digest.chance(70)
    let year = 2010 + digest.below(15)
    let date = "\(year)/0\(1 + digest.below(9))/\(10 + digest.below(19))"
    let shelf = read ? "read" : digest.chance(80) ? "to-read" : "currently-reading"
    let original = digest.chance(85) ? String(book.firstYear) : ""
    return [
      String(Self.goodreadsID(book.index)), BookSpelling.title(book, catalogue),
      author.0, author.1,
      authors.dropFirst().joined(separator: ", "), isbn.0, isbn.1, String(rating),
      "\(3 + digest.below(2)).\(10 + digest.below(90))", edition.publisher, edition.binding,
      digest.chance(90) ? String(edition.pages) : "", digest.chance(92) ? String(edition.year) : "",
      original, read ? date : "", date, shelf == "read" ? "" : shelf,
      shelf == "read" ? "" : "\(shelf) (#\(row + 1))", shelf,
      digest.chance(4) ? "Slow start,\nthen \"wow\".<br/><br/>Would read again." : "", "", "",
      read ? "1" : "0", "0",
    ]
  }

  /// Half of the rows have no numbers, as those of e-books; one in 200 has a wrong check digit.
  private func numbers(_ edition: BookEdition, _ digest: inout Digest) -> (String, String) {
    func wrapped(_ text: String) -> String { "=\"\(text)\"" }
    switch digest.below(200) {
    case 0..<104: return (wrapped(""), wrapped(""))
    case 104:
      let wrong = edition.isbn.isbn13.dropLast() + (edition.isbn.isbn13.last == "5" ? "6" : "5")
      return (wrapped(""), wrapped(String(wrong)))
    case 105..<112: return (wrapped(""), wrapped(edition.isbn.isbn13))
    default: return (wrapped(edition.isbn.isbn10), wrapped(edition.isbn.isbn13))
    }
  }

  static func lastFirst(_ name: String) -> String {
    guard let space = name.firstIndex(of: " ") else { return name }
    return "\(name[name.index(after: space)...]), \(name[..<space])"
  }
}

/// Titles as exports spell them.
enum BookSpelling {
  private static let imprints = ["Penwith Classics", "Harbour Modern Library", "Gannet Books"]
  private static let remarks = [
    " (Paperback)", " (Kindle Edition)", " [Hardcover]", " (Unabridged)", ", Second Edition",
  ]
  private static let numerals = ["One", "Two", "Three", "Four", "Five", "Six"]

  static func title(_ book: Book, _ catalogue: BookCatalogue) -> String {
    var digest = catalogue.digest(book.index, 22)
    var title = book.title
    if book.isNumbered, digest.chance(60) { title = title.replacing(", Volume ", with: ", Vol. ") }
    if title.hasPrefix("The "), digest.chance(3) { title = title.dropFirst(4) + ", The" }
    if let subtitle = book.subtitle {
      if digest.chance(60) { title += ": \(subtitle)" }
    } else if book.volume == nil, digest.chance(6) {
      title += ": A Novel"
    }
    switch digest.below(100) {
    case 0..<3: title += digest.pick(remarks)
    case 3..<5: title += " (\(digest.pick(imprints)))"
    default: break
    }
    return title + (book.volume.map { mark($0, &digest) } ?? "")
  }

  private static func mark(_ volume: Book.Volume, _ digest: inout Digest) -> String {
    let (series, number) = (volume.series, volume.number)
    return switch digest.below(100) {
    case 0..<80: " (\(series), #\(number))"
    case 80..<86: " (\(series) #\(number))"
    case 86..<90: " (\(series) Book \(number))"
    case 90..<93: " [\(series) \(number)]"
    case 93..<95: ": Book \(numerals[number - 1]) of \(series)"
    // One in twenty does without.
    default: ""
    }
  }
}
