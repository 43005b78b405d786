/// The words of a search for books.
struct BookQuery: Sendable {
  /// Words that must all be in the title or subtitle.
  var title: Set<String> = []
  /// Words that must all be among the authors' names.
  var author: Set<String> = []
  /// Words that must all be in either.
  var any: Set<String> = []
  /// Finds the editions of these numbers, whatever else is asked.
  var isbns: [String] = []

  /// Whether every word is there.
  func finds(_ listing: BookListing) -> Bool {
    let titles = listing.titleWords
    let authors = listing.authorWords
    return title.isSubset(of: titles) && author.isSubset(of: authors)
      && any.isSubset(of: titles.union(authors))
  }

  var isEmpty: Bool { title.isEmpty && author.isEmpty && any.isEmpty && isbns.isEmpty }
}

extension BookCatalogue {
  /// The most books whose words are compared for one search.
  private static let mostCompared = 2000

  /// Finds what a service lists, best first. As at the services every word must be there: a series
  /// mark or a subtitle that is not catalogued finds nothing.
  func search(_ query: BookQuery, at service: Service, limit: Int) -> [BookListing] {
    if !query.isbns.isEmpty { return Array(find(query.isbns, at: service).prefix(limit)) }
    guard !query.isEmpty else { return [] }
    var listings: [BookListing] = []
    for index in candidates(query) where listings.count < limit * 2 {
      listings += self.listings(of: book(index), at: service).filter(query.finds)
    }
    // The book itself leads mostly; now and then something else does.
    var digest = Digest(text: query.title.union(query.any).sorted().joined(separator: " "))
    if digest.below(6) > 0 {
      listings = listings.filter { $0.kind == .work } + listings.filter { $0.kind != .work }
    } else {
      listings.reverse()
    }
    return Array(listings.prefix(limit))
  }

  /// The works of some numbers, each once.
  private func find(_ isbns: [String], at service: Service) -> [BookListing] {
    var seen: Set<Int> = []
    return isbns.compactMap { isbn in
      guard let number = BookNumber(isbn), let edition = edition(number),
        isListed(edition, at: service), seen.insert(edition.book).inserted
      else { return nil }
      return listing(.work, of: book(edition.book), at: service)
    }
  }

  /// Whether a service knows an edition by its number.
  func isListed(_ edition: BookEdition, at service: Service) -> Bool {
    var digest = digest(edition.book * BookNumber.perBook + edition.number, 7 + service.rawValue)
    return edition.isListed && !digest.chance(service == .googleBooks ? 10 : 2)
  }

  /// Places of books that a search may mean.
  private func candidates(_ query: BookQuery) -> [Int] {
    let authors: [Int]
    if !query.author.isEmpty {
      authors = PhraseIndex.bookAuthors.containing(query.author)
    } else {
      authors = PhraseIndex.bookAuthors.spelledOut(in: query.any)
    }
    if !query.author.isEmpty || !authors.isEmpty {
      return Array(authors.lazy.flatMap { indices(author: $0) }.prefix(Self.mostCompared))
    }
    let words = query.title.union(query.any)
    let titles =
      PhraseIndex.bookTitles.spelledOut(in: words) + PhraseIndex.bookTitles.containing(words)
    var seen: Set<Int> = []
    var found: [Int] = []
    for title in titles where found.count < Self.mostCompared {
      found += indices(title: title, limit: 20).filter { seen.insert($0).inserted }
    }
    return found
  }
}

extension PhraseIndex {
  static let bookTitles = PhraseIndex(PhraseTable.bookTitles)
  static let bookAuthors = PhraseIndex(PhraseTable.bookAuthors)
}
