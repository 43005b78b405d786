/// The JSON of Open Library.
struct OpenLibraryAnswer: Sendable {
  let catalogue: BookCatalogue

  /// The fields of a search without `fields`.
  static let defaultFields: Set<String> = [
    "author_key", "author_name", "cover_edition_key", "cover_i", "ebook_access", "edition_count",
    "first_publish_year", "has_fulltext", "key", "language", "public_scan_b", "subtitle", "title",
  ]

  /// A work in a search's `docs`.
  /// - Parameter fields: nil for all.
  func document(_ listing: BookListing, fields: Set<String>?) -> JSONValue {
    let editions = listing.editions.filter { catalogue.isListed($0, at: .openLibrary) }
    var members: [(String, JSONValue)] = [
      ("author_key", strings(listing.authors.map { OpenLibraryID.author($0.id) })),
      ("author_name", strings(listing.authors.map(\.name))),
    ]
    if let first = listing.editions.first {
      members.append(("cover_edition_key", .string(OpenLibraryID.edition(first))))
    }
    if listing.cover != nil {
      members.append(("cover_i", .int(OpenLibraryID.cover(listing.book))))
    }
    members += [
      ("ebook_access", .string("no_ebook")),
      ("edition_count", .int(max(1, listing.editions.count))),
      ("edition_key", strings(listing.editions.map(OpenLibraryID.edition))),
      ("first_publish_year", .int(listing.firstYear)), ("has_fulltext", .bool(false)),
    ]
    if !editions.isEmpty {
      members.append(
        ("isbn", strings(editions.flatMap { [$0.isbn.isbn10, $0.isbn.isbn13] })))
    }
    members += [
      ("key", .string("/works/" + OpenLibraryID.work(listing))),
      ("language", strings([listing.book.language])),
    ]
    if !listing.editions.isEmpty {
      let pages = listing.editions.map(\.pages).sorted()
      members += [
        ("number_of_pages_median", .int(pages[pages.count / 2])),
        ("publish_year", .array(listing.editions.map { .int($0.year) })),
        ("publisher", strings(listing.editions.map(\.publisher))),
      ]
    }
    members += [
      ("public_scan_b", .bool(false)), ("subject", strings([listing.book.subject])),
    ]
    if let subtitle = listing.subtitle { members.append(("subtitle", .string(subtitle))) }
    members.append(("title", .string(listing.title)))
    return .object(members.filter { fields?.contains($0.0) ?? true })
  }

  func search(_ documents: [JSONValue], found: Int, start: Int, term: String?) -> JSONValue {
    .object([
      ("numFound", .int(found)), ("start", .int(start)), ("numFoundExact", .bool(true)),
      ("num_found", .int(found)),
      ("documentation_url", .string("https://openlibrary.org/dev/docs/api/search")),
      ("q", .string(term ?? "")), ("offset", .null), ("docs", .array(documents)),
    ])
  }

  func work(_ listing: BookListing) -> JSONValue {
    var members: [(String, JSONValue)] = [("title", .string(listing.title))]
    if let subtitle = listing.subtitle { members.append(("subtitle", .string(subtitle))) }
    if let description = listing.description {
      // Both shapes occur.
      members.append(
        ("description", listing.number % 3 == 0 ? typed("text", description) : .string(description))
      )
    }
    if listing.cover != nil {
      members.append(("covers", .array([.int(OpenLibraryID.cover(listing.book)), .int(-1)])))
    }
    members += [
      ("subjects", strings([listing.book.subject])),
      ("first_publish_date", .string(String(listing.firstYear))),
      ("key", .string("/works/" + OpenLibraryID.work(listing))),
      (
        "authors",
        .array(
          listing.authors.map {
            .object([
              ("author", reference("/authors/" + OpenLibraryID.author($0.id))),
              ("type", reference("/type/author_role")),
            ])
          })
      ), ("type", reference("/type/work")),
    ]
    return .object(members + history)
  }

  func edition(_ edition: BookEdition, of listing: BookListing) -> JSONValue {
    var members: [(String, JSONValue)] = [("title", .string(listing.title))]
    if let subtitle = listing.subtitle { members.append(("subtitle", .string(subtitle))) }
    members += [
      ("key", .string("/books/" + OpenLibraryID.edition(edition))),
      (
        "authors",
        .array(listing.authors.map { reference("/authors/" + OpenLibraryID.author($0.id)) })
      ), ("publishers", strings([edition.publisher])),
      ("publish_date", .string(publishDate(edition))),
      ("physical_format", .string(edition.binding)), ("number_of_pages", .int(edition.pages)),
      ("isbn_10", strings([edition.isbn.isbn10])), ("isbn_13", strings([edition.isbn.isbn13])),
      ("languages", .array([reference("/languages/" + listing.book.language)])),
      ("works", .array([reference("/works/" + OpenLibraryID.work(listing))])),
    ]
    if listing.cover != nil {
      members.append(("covers", .array([.int(OpenLibraryID.cover(listing.book))])))
    }
    if let volume = listing.book.volume {
      members.append(("series", strings(["\(volume.series), #\(volume.number)"])))
    }
    return .object(members + [("type", reference("/type/edition"))] + history)
  }

  func author(_ number: Int) -> JSONValue {
    .object(
      [
        ("name", .string(PhraseTable.bookAuthors.phrases[number])),
        ("key", .string("/authors/" + OpenLibraryID.author(number))),
        ("type", reference("/type/author")),
      ] + history)
  }

  /// As the service says that it has no such page.
  static func missing(_ key: String) -> JSONValue {
    .object([("error", .string("notfound")), ("key", .string(key))])
  }

  /// Dates come as their librarians typed them.
  private func publishDate(_ edition: BookEdition) -> String {
    switch edition.isbn.book % 3 {
    case 0: String(edition.year)
    case 1: "March 4, \(edition.year)"
    default: "\(edition.year)-03"
    }
  }

  private var history: [(String, JSONValue)] {
    [
      ("latest_revision", .int(3)), ("revision", .int(3)),
      ("created", typed("datetime", "2009-12-11T01:57:19.964652")),
      ("last_modified", typed("datetime", "2024-05-14T10:22:41.000000")),
    ]
  }

  private func typed(_ type: String, _ value: String) -> JSONValue {
    .object([("type", .string("/type/" + type)), ("value", .string(value))])
  }

  private func reference(_ key: String) -> JSONValue { .object([("key", .string(key))]) }

  private func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
