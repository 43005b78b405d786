import Notation
import ScriptHost

/// `mix.catalogue`: what all mocked services tell of, for mocks in Lua.
enum CatalogueModule {
  static func make(
    _ songs: Catalogue, _ books: BookCatalogue, _ ledger: OAuthLedger, _ options: MockOptions
  ) -> Module {
    var module = Module("catalogue", "The made-up songs and books that all mocked services share.")
    addSongs(&module, songs)
    addBooks(&module, books)
    addListings(&module, books)
    addLogIns(&module, ledger)
    addToken(&module, ledger)
    addNumbers(&module, options)
    return module
  }

  private static func addSongs(_ module: inout Module, _ songs: Catalogue) {
    module.function("size", "The number of songs.") { _ in Int64(songs.size) }
    module.function("chart_size", "The number of chart entries.") { _ in Int64(songs.chartSize) }
    module.function(
      "song", "A song; nil where there is none.", Parameter("index", "its place", Int.self)
    ) { _, index -> LuaValue in songs.existingSong(index).map(value) ?? .nil }
    module.function(
      "chart_song", "The song at a rank.", Parameter("rank", "from 1", Int.self)
    ) { _, rank -> LuaValue in value(songs.chartSong(rank: rank)) }
    module.function(
      "search", "The places of the songs that words find, and of those of the same title.",
      Parameter("words", "what is sought", String.self),
      Parameter("field", "any, title, artist or album", String.self),
      Parameter("limit", "at most as many", Int.self)
    ) { _, words, field, limit -> Several in
      let fields: [String: SearchField] = [
        "any": .any, "title": .title, "artist": .artist, "album": .album,
      ]
      let found = songs.search(words, field: fields[field] ?? .any, limit: limit)
      return Several(places(found.songs.map(\.index)), places(found.sameTitle.map(\.index)))
    }
    module.function(
      "by_artist", "The places of the songs of an artist's number.",
      Parameter("number", "of the artist", Int.self), Parameter("limit", "at most", Int.self)
    ) { _, number, limit -> LuaValue in places(songs.indices(artist: number, limit: limit)) }
    module.function(
      "artist", "The name of an artist's number; nil where there is none.",
      Parameter("number", "of the artist", Int.self)
    ) { _, number -> String? in
      let names = PhraseTable.artists.phrases
      return names.indices.contains(number) ? names[number] : nil
    }
    module.function(
      "words", "The words of a text as searches compare them.",
      Parameter("text", "any", String.self)
    ) { _, text -> [String] in SearchWords.words(text) }
  }

  private static func places(_ indices: [Int]) -> LuaValue {
    .array(indices.map { .int(Int64($0)) })
  }

  private static func value(_ song: Song) -> LuaValue {
    .object([
      "index": .int(Int64(song.index)), "title": .string(song.title),
      "suffix": .string(song.suffix), "full_title": .string(song.fullTitle),
      "credited_title": .string(song.creditedTitle), "artist": .string(song.artist),
      "credited_artist": .string(song.creditedArtist),
      "artist_number": .int(Int64(song.artistNumber)),
      "others": .array(song.others.map(LuaValue.string)), "credit": .string("\(song.credit)"),
      "album": .string(song.album), "album_first": .int(Int64(song.albumFirstIndex)),
      "track_number": .int(Int64(song.trackNumber)), "track_count": .int(Int64(song.trackCount)),
      "day": .int(Int64(song.day)), "date": .string(AnswerDate.date(day: song.day)),
      "year": .int(Int64(AnswerDate.year(day: song.day))),
      "milliseconds": .int(Int64(song.milliseconds)), "genre": .string(song.genre),
      "is_explicit": .bool(song.explicit),
      "is_unreleased": .bool(Catalogue.isUnreleased(song.index)),
    ])
  }

  private static func addBooks(_ module: inout Module, _ books: BookCatalogue) {
    module.function("books", "The number of books.") { _ in Int64(books.size) }
    module.function(
      "book", "A book with its editions; nil where there is none.",
      Parameter("index", "its place", Int.self)
    ) { _, index -> LuaValue in
      (0..<books.size).contains(index) ? value(books.book(index), books) : .nil
    }
    module.function(
      "phrases", "A fixed list of names that books and films share.",
      Parameter("name", "book_titles or book_authors", String.self)
    ) { _, name -> [String] in
      (name == "book_titles" ? PhraseTable.bookTitles : PhraseTable.bookAuthors).phrases
    }
  }

  private static func value(_ book: Book, _ books: BookCatalogue) -> LuaValue {
    return .object([
      "index": .int(Int64(book.index)), "title": .string(book.title),
      "subtitle": book.subtitle.map(LuaValue.string) ?? .nil,
      "authors": .array(book.authors.map(LuaValue.string)),
      "year": .int(Int64(book.firstYear)), "language": .string(book.language),
      "subject": .string(book.subject),
      "volume": book.volume.map {
        .object([
          "series": .string($0.series), "number": .int(Int64($0.number)),
          "count": .int(Int64($0.count)),
        ])
      } ?? .nil,
      "editions": .array(books.editions(of: book).map(value)),
    ])
  }

  private static func value(_ edition: BookEdition) -> LuaValue {
    .object([
      "number": .int(Int64(edition.number)), "year": .int(Int64(edition.year)),
      "pages": .int(Int64(edition.pages)), "publisher": .string(edition.publisher),
      "binding": .string(edition.binding), "isbn13": .string(edition.isbn.isbn13),
      "isbn10": .string(edition.isbn.isbn10), "is_listed": .bool(edition.isListed),
    ])
  }

  private static let services: [String: BookCatalogue.Service] = [
    "openlibrary": .openLibrary, "google_books": .googleBooks,
  ]

  private static func addListings(_ module: inout Module, _ books: BookCatalogue) {
    let service = Parameter("service", "openlibrary or google_books", String.self)
    module.function(
      "find_books", "What a service lists for a search, best first.",
      Parameter("query", "title, author and any: words; isbns: a list", LuaTable.self),
      service, Parameter("limit", "at most as many", Int.self)
    ) { call, query, name, limit -> LuaValue in
      query.push(call.stack)
      let fields = try LuaValue(call.stack, call.stack.count)
      call.stack.pop()
      func words(_ name: String) -> Set<String> {
        Set(SearchWords.words(fields[name]?.shownText ?? ""))
      }
      var sought = BookQuery(title: words("title"), author: words("author"), any: words("any"))
      if case .array(let isbns)? = fields["isbns"] { sought.isbns = isbns.compactMap(\.shownText) }
      let service = services[name] ?? .openLibrary
      return .array(
        books.search(sought, at: service, limit: limit).map { value($0, books, service) })
    }
    module.function(
      "listing", "What a service lists under a number; nil where it lists nothing.",
      Parameter("number", "of a listing", Int.self), service
    ) { _, number, name -> LuaValue in
      let service = services[name] ?? .openLibrary
      return books.listing(number: number, at: service).map { value($0, books, service) } ?? .nil
    }
    module.function(
      "isbn", "The number of the listing and the edition of an ISBN; nil where a service lacks it.",
      Parameter("isbn", "10 or 13 digits", String.self), service
    ) { _, isbn, name -> Several in
      let service = services[name] ?? .openLibrary
      guard let number = BookNumber(isbn), let edition = books.edition(number),
        books.isListed(edition, at: service)
      else { return Several(LuaValue.nil) }
      return Several(
        LuaValue.int(Int64(edition.book * BookListing.perBook)), LuaValue.int(Int64(edition.number))
      )
    }
  }

  private static func value(
    _ listing: BookListing, _ books: BookCatalogue, _ service: BookCatalogue.Service
  ) -> LuaValue {
    let editions = listing.editions.map { edition in
      guard case .object(var fields) = value(edition) else { return LuaValue.nil }
      fields["is_listed"] = .bool(books.isListed(edition, at: service))
      return .object(fields)
    }
    let authors = listing.authors.map { author in
      LuaValue.object(["name": .string(author.name), "id": .int(Int64(author.id))])
    }
    return .object([
      "number": .int(Int64(listing.number)), "kind": .string("\(listing.kind)"),
      "title": .string(listing.title),
      "subtitle": listing.subtitle.map(LuaValue.string) ?? .nil, "authors": .array(authors),
      "year": .int(Int64(listing.firstYear)), "editions": .array(editions),
      "cover": listing.cover.map { .string("\($0)") } ?? .nil,
      "description": listing.description.map(LuaValue.string) ?? .nil,
      "book": value(listing.book, books),
    ])
  }

  private static func addLogIns(_ module: inout Module, _ ledger: OAuthLedger) {
    module.function(
      "login", "What a bearer token is worth: accepted, missing, invalid, expired or lacks_scope.",
      Parameter("authorization", "the request's field, or nil", String?.self),
      Parameter("scopes", "those that the call needs", [String].self),
      returns: "string, string?  and the user, or the scope that is missing"
    ) { _, field, scopes -> Several in
      switch ledger.check(authorization: field, scopes: Set(scopes)) {
      case .accepted(let login): Several("accepted", login.user)
      case .missing: Several("missing")
      case .invalid: Several("invalid")
      case .expired: Several("expired")
      case .lacksScope(let scope): Several("lacks_scope", scope)
      }
    }
  }

  private static func addToken(_ module: inout Module, _ ledger: OAuthLedger) {
    module.function(
      "token", "A bearer token of a log-in, for questions to a mock that takes one.",
      Parameter("scopes", "its permissions", [String].self)
    ) { _, scopes in
      let login = MockLogin(
        client: "mixhost-mock", user: OAuthUpstream.user, scopes: Set(scopes))
      return ledger.begin(login, code: nil).access
    }
  }

  private static func addNumbers(_ module: inout Module, _ options: MockOptions) {
    module.function(
      "digest", "A stream of numbers that depends on a text, or on a place and its purpose.",
      Parameter("place", "a text, or a whole number", KeptValue.self),
      Parameter("salt", "the purpose", Int?.self)
    ) { call, place, salt -> ObjectResult<MockDigest> in
      place.push(call.stack)
      defer { call.stack.pop() }
      if let text = call.stack.string(-1), call.stack.kind(-1) == .string {
        return ObjectResult(MockDigest(Digest(text: text)))
      }
      let number = call.stack.integer(-1) ?? 0
      return ObjectResult(
        MockDigest(
          Digest(
            seed: options.seed, UInt64(bitPattern: number), salt: UInt64(max(0, salt ?? 0)))))
    }
    module.function("now", "The present moment in seconds since 1970.") { _ in
      Int64(AnswerDate.seconds)
    }
    module.function(
      "date", "A day as 2020-03-27.", Parameter("day", "counted from 1970-01-01", Int.self)
    ) { _, day in AnswerDate.date(day: day) }
    module.function(
      "option", "What the user asked of a mock: spotify, tmdb-token, titles, oddities or seed.",
      Parameter("name", "as --mock takes it", String.self)
    ) { _, name -> LuaValue in
      switch name {
      case "spotify":
        .object([
          "contract": .string(options.spotify.contract.rawValue),
          "quota": options.spotify.quota.map { .int(Int64($0)) } ?? .nil,
          "refusal": options.spotify.refusal.map { .string($0.rawValue) } ?? .nil,
        ])
      case "tmdb-token": .string(options.tmdbToken)
      case "titles": .int(Int64(options.titles))
      case "oddities": .array(options.tmdbOddities.kinds.map { .string($0.rawValue) })
      case "seed": .string(String(options.seed))
      default: .nil
      }
    }
    module.type(MockDigest.luaType)
  }
}

/// A stream of numbers as mocks in Lua hold it.
final class MockDigest: LuaObject {
  private var digest: Digest

  init(_ digest: Digest) { self.digest = digest }

  static let luaTypeName = "catalogue.digest"
  static let luaType: ObjectType<MockDigest> = {
    var type = ObjectType<MockDigest>("A stream of numbers.")
    type.method(
      "below", "A number from 0 up to, not including, a bound.",
      Parameter("bound", "1 or more", Int.self)
    ) { _, digest, bound in Int64(digest.digest.below(max(1, bound))) }
    type.method(
      "chance", "Whether a chance of so many per cent comes true.",
      Parameter("share", "of 100", Int.self)
    ) { _, digest, share in digest.digest.chance(share) }
    type.method("hex", "The next 64 bits in hexadecimal digits.") { _, digest in
      let text = String(digest.digest.next(), radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return type
  }()
}
