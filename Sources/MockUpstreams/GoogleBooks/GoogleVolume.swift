/// The JSON of Google Books.
struct GoogleVolume: Sendable {
  let catalogue: BookCatalogue
  let listing: BookListing

  private var id: String { GoogleVolumeID.text(listing.number) }

  var json: JSONValue {
    .object([
      ("kind", .string("books#volume")), ("id", .string(id)), ("etag", .string("f0zKg75Mx/I")),
      ("selfLink", .string("https://www.googleapis.com/books/v1/volumes/\(id)")),
      ("volumeInfo", .object(info)),
      (
        "saleInfo",
        .object([
          ("country", .string("US")), ("saleability", .string("NOT_FOR_SALE")),
          ("isEbook", .bool(false)),
        ])
      ),
      (
        "accessInfo",
        .object([
          ("country", .string("US")), ("viewability", .string("NO_PAGES")),
          ("embeddable", .bool(false)), ("publicDomain", .bool(false)),
        ])
      ),
    ])
  }

  private var info: [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [("title", .string(listing.title))]
    if let subtitle = listing.subtitle { members.append(("subtitle", .string(subtitle))) }
    members.append(("authors", .array(listing.authors.map { .string($0.name) })))
    let edition = listing.editions.first
    if let edition { members.append(("publisher", .string(edition.publisher))) }
    members.append(("publishedDate", .string(publishedDate(edition?.year ?? listing.firstYear))))
    if let description = listing.description {
      members.append(("description", .string(description)))
    }
    let numbers = listing.editions.filter { catalogue.isListed($0, at: .googleBooks) }.prefix(1)
    if let number = numbers.first?.isbn {
      members.append(
        (
          "industryIdentifiers",
          .array([identifier("ISBN_10", number.isbn10), identifier("ISBN_13", number.isbn13)])
        ))
    }
    members.append(
      ("readingModes", .object([("text", .bool(false)), ("image", .bool(false))])))
    if let edition { members.append(("pageCount", .int(edition.pages))) }
    members += [
      ("printType", .string("BOOK")), ("categories", .array([.string(listing.book.subject)])),
      ("maturityRating", .string("NOT_MATURE")), ("allowAnonLogging", .bool(false)),
      ("contentVersion", .string("preview-1.0.0")),
    ]
    if listing.cover != nil { members.append(("imageLinks", imageLinks)) }
    let site = "http://books.google.com/books?id=\(id)"
    return members + [
      ("language", .string(language)), ("previewLink", .string(site + "&hl=&source=gbs_api")),
      ("infoLink", .string(site + "&hl=&source=gbs_api")),
      ("canonicalVolumeLink", .string("https://books.google.com/books/about/?id=\(id)")),
    ]
  }

  private var imageLinks: JSONValue {
    func link(_ zoom: Int) -> JSONValue {
      let content = "http://books.google.com/books/content?id=\(id)&printsec=frontcover&img=1"
      return .string("\(content)&zoom=\(zoom)&source=gbs_api")
    }
    return .object([("smallThumbnail", link(5)), ("thumbnail", link(1))])
  }

  private var language: String {
    ["eng": "en", "fre": "fr", "ger": "de", "spa": "es"][listing.book.language] ?? "en"
  }

  /// A day, a month or only a year.
  private func publishedDate(_ year: Int) -> String {
    switch listing.book.index % 3 {
    case 0: "\(year)"
    case 1: "\(year)-09"
    default: "\(year)-09-17"
    }
  }

  private func identifier(_ type: String, _ value: String) -> JSONValue {
    .object([("type", .string(type)), ("identifier", .string(value))])
  }
}
