/// The books that all mocked book services share. Book *i* depends on the seed and *i* only; nothing
/// is stored per book.
struct BookCatalogue: Sendable {
  /// Books of one author stand together.
  static let booksPerAuthor = 6
  /// Apart from the digests of songs.
  private static let salt: UInt64 = 101

  let seed: UInt64
  let size: Int
  private let titleNumbers: Numbering
  private let authorNumbers: Numbering

  init(seed: UInt64, size: Int) {
    self.seed = seed
    self.size = size
    var digest = Digest(seed: seed, 0, salt: Self.salt)
    titleNumbers = Numbering(count: PhraseTable.bookTitles.phrases.count, digest: &digest)
    authorNumbers = Numbering(count: PhraseTable.bookAuthors.phrases.count, digest: &digest)
  }

  /// A stream of numbers for one purpose of a book.
  func digest(_ index: Int, _ purpose: UInt64) -> Digest {
    Digest(seed: seed, UInt64(index), salt: Self.salt + purpose)
  }

  /// The book at a place, 0..<size.
  func book(_ index: Int) -> Book {
    var digest = digest(index, 1)
    let place = index % Self.booksPerAuthor
    let series = series(block: index / Self.booksPerAuthor)
    let volume = series.flatMap { place < $0.count ? $0 : nil }
    let isNumbered = volume?.isNumbered ?? false
    let title =
      isNumbered
      ? "\(volume?.name ?? ""), Volume \(place + 1)"
      : PhraseTable.bookTitles.phrases[titleNumbers.number(at: index)]
    let main = authorNumber(of: index)
    var authors = [main]
    if digest.chance(12) {
      let other = digest.below(PhraseTable.bookAuthors.phrases.count)
      if other != main { authors.append(other) }
    }
    return Book(
      index: index, title: title,
      subtitle: volume == nil && digest.chance(30) ? digest.pick(BookVocabulary.subtitles) : nil,
      authorNumbers: authors,
      volume: volume.map { .init(series: $0.name, number: place + 1, count: $0.count) },
      isNumbered: isNumbered, firstYear: 1950 + digest.below(74),
      language: digest.pick(BookVocabulary.languages), editionCount: 1 + digest.below(4),
      subject: digest.pick(BookVocabulary.subjects))
  }

  func edition(_ number: Int, of book: Book) -> BookEdition {
    var digest = digest(book.index * BookNumber.perBook + number, 2)
    let year = book.firstYear + (number == 0 ? 0 : digest.below(max(1, 2025 - book.firstYear)))
    return BookEdition(
      book: book.index, number: number, year: year, pages: 120 + digest.below(600),
      publisher: digest.pick(BookVocabulary.publishers),
      binding: digest.pick(BookVocabulary.bindings),
      isbn: BookNumber(book: book.index, edition: number), isListed: !digest.chance(8))
  }

  func editions(of book: Book) -> [BookEdition] {
    (0..<book.editionCount).map { edition($0, of: book) }
  }

  /// The edition with a number; nil when there is none in the catalogue.
  func edition(_ number: BookNumber) -> BookEdition? {
    guard (0..<size).contains(number.book) else { return nil }
    let book = book(number.book)
    return number.edition < book.editionCount ? edition(number.edition, of: book) : nil
  }

  func authorNumber(of index: Int) -> Int {
    authorNumbers.number(at: index / Self.booksPerAuthor)
  }

  /// Places of the books by an author.
  func indices(author number: Int) -> [Int] {
    let blocks = (size + Self.booksPerAuthor - 1) / Self.booksPerAuthor
    return authorNumbers.places(of: number, below: blocks, limit: 1000).flatMap { block in
      (0..<Self.booksPerAuthor).map { block * Self.booksPerAuthor + $0 }
    }
    .filter { $0 < size }
  }

  /// Places of the books with a title, at most `limit`.
  func indices(title number: Int, limit: Int) -> [Int] {
    titleNumbers.places(of: number, below: size, limit: limit)
  }

  private struct Series {
    let name: String
    let count: Int
    let isNumbered: Bool
  }

  /// The series of an author's books, from the first one on.
  private func series(block: Int) -> Series? {
    var digest = digest(block, 3)
    guard digest.chance(62) else { return nil }
    let name =
      digest.chance(70)
      ? "The \(digest.pick(BookVocabulary.places)) \(digest.pick(BookVocabulary.seriesKinds))"
      : "\(digest.pick(Vocabulary.adjectives)) \(digest.pick(BookVocabulary.nouns))s"
    return Series(name: name, count: 3 + digest.below(4), isNumbered: digest.chance(7))
  }
}
