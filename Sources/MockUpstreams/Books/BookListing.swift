/// A book as catalogues list it: the work itself, or a near miss.
struct BookListing: Sendable {
  let book: Book
  let kind: Book.Kind
  let title: String
  /// Listed apart from the title.
  let subtitle: String?
  let authors: [(name: String, id: Int)]
  let firstYear: Int
  let editions: [BookEdition]
  /// Nil when no cover is known.
  let cover: BookCover?
  let description: String?

  /// Its number at the services.
  var number: Int { book.index * BookListing.perBook + kind.rawValue }
  static let perBook = 8

  /// The words that a search compares.
  var titleWords: Set<String> { Set(SearchWords.words("\(title) \(subtitle ?? "")")) }
  var authorWords: Set<String> {
    Set(SearchWords.words(authors.map(\.name).joined(separator: " ")))
  }
}

/// The image of a listing.
enum BookCover: Sendable {
  case picture
  /// Listed, yet only a blank can be had.
  case blank
}

extension BookCatalogue {
  /// How services differ in what they list.
  enum Service: UInt64, Sendable {
    case openLibrary = 11
    case googleBooks = 12
  }

  /// A listing; nil where a service has none.
  func listing(_ kind: Book.Kind, of book: Book, at service: Service) -> BookListing? {
    switch kind {
    case .work: work(book, at: service)
    case .boxSet: book.volume.flatMap { boxSet(book, $0) }
    case .sequel, .summary, .workbook: nearMiss(kind, of: book)
    }
  }

  /// The listing with a number.
  func listing(number: Int, at service: Service) -> BookListing? {
    let index = number / BookListing.perBook
    guard number >= 0, index < size,
      let kind = Book.Kind(rawValue: number % BookListing.perBook)
    else { return nil }
    return listing(kind, of: book(index), at: service)
  }

  /// All that a service lists of a book, itself first.
  func listings(of book: Book, at service: Service) -> [BookListing] {
    Book.Kind.allCases.compactMap { listing($0, of: book, at: service) }
  }

  /// Whether a service lacks a book: Open Library one in 150, Google Books one in 25.
  func lacks(_ index: Int, at service: Service) -> Bool {
    var digest = digest(index, service.rawValue)
    return digest.below(service == .openLibrary ? 150 : 25) == 0
  }

  private func work(_ book: Book, at service: Service) -> BookListing? {
    guard !lacks(book.index, at: service) else { return nil }
    var digest = digest(book.index, 4 + service.rawValue)
    var title = book.title
    var subtitle = book.subtitle
    if let own = subtitle {
      switch digest.below(10) {
      case 0..<2: (title, subtitle) = ("\(title): \(own)", nil)
      case 2..<4: subtitle = nil
      default: break
      }
    } else if digest.chance(3) {
      subtitle = "A Novel"
    }
    return BookListing(
      book: book, kind: .work, title: title, subtitle: subtitle,
      authors: book.authorNumbers.map { (PhraseTable.bookAuthors.phrases[$0], $0) },
      firstYear: book.firstYear, editions: editions(of: book), cover: cover(of: book),
      description: digest.chance(75) ? description(of: book, &digest) : nil)
  }

  private func cover(of book: Book) -> BookCover? {
    var digest = digest(book.index, 5)
    switch digest.below(100) {
    case 0..<6: return nil
    case 6..<9: return .blank
    default: return .picture
    }
  }

  private func description(of book: Book, _ digest: inout Digest) -> String {
    let place = digest.pick(BookVocabulary.places)
    let noun = digest.pick(BookVocabulary.nouns).lowercased()
    return "In \(place), nobody speaks of the \(noun). “\(book.title)” follows those who do — and "
      + "what it costs them.\n\nFirst published in \(book.firstYear)."
  }

  /// Other works beside one book in five.
  private func nearMiss(_ kind: Book.Kind, of book: Book) -> BookListing? {
    var digest = digest(book.index * BookListing.perBook + kind.rawValue, 6)
    guard digest.chance(kind == .sequel ? 12 : 18) else { return nil }
    let own = (book.authors[0], book.authorNumbers[0])
    let maker = digest.pick(BookVocabulary.summaryMakers)
    let other = (maker, 5_000_000 + maker.utf8.count)
    let title: String
    var authors = [other]
    switch kind {
    case .sequel:
      title = digest.chance(50) ? "Return to \(book.title)" : "\(book.title) Revisited"
      authors = [own]
    case .summary:
      title = "Summary of \(book.title) by \(own.0)"
      if digest.chance(50) { authors.append(own) }
    default:
      title = "\(book.title): A Workbook and Study Guide"
      if digest.chance(50) { authors.append(own) }
    }
    return BookListing(
      book: book, kind: kind, title: title, subtitle: nil, authors: authors,
      firstYear: min(2025, book.firstYear + 1 + digest.below(8)), editions: [], cover: nil,
      description: nil)
  }

  /// The first volume's listing stands for the box.
  private func boxSet(_ book: Book, _ volume: Book.Volume) -> BookListing? {
    guard volume.number == 1 else { return nil }
    return BookListing(
      book: book, kind: .boxSet,
      title: "\(book.title), \(volume.series) Boxed Set: Books 1-\(volume.count)", subtitle: nil,
      authors: [(book.authors[0], book.authorNumbers[0])], firstYear: book.firstYear + 4,
      editions: [], cover: nil, description: nil)
  }
}
