/// Other services' identifiers of a title: made-up numbers in their forms.
enum TMDBExternalID {
  private static let firstIMDb = 1_000_000
  private static let firstTVDB = 70_000

  static func imdb(_ title: TMDBTitle) -> String {
    "tt\(firstIMDb + title.index * 2 + title.kind.rawValue)"
  }

  static func all(of title: TMDBTitle) -> JSONValue {
    let tvdb: JSONValue = title.kind == .tv ? .int(firstTVDB + title.index) : .null
    return .object([
      ("imdb_id", .string(imdb(title))), ("wikidata_id", .null), ("tvdb_id", tvdb),
    ])
  }

  /// The title that a service knows by an identifier: its kind and place; nil for none.
  static func place(_ id: String, source: String, size: Int) -> (kind: TMDBKind, index: Int)? {
    let found: (kind: TMDBKind, index: Int)
    switch source {
    case "imdb_id":
      guard id.hasPrefix("tt"), let number = Int(id.dropFirst(2)), number >= firstIMDb,
        let kind = TMDBKind(rawValue: (number - firstIMDb) % 2)
      else { return nil }
      found = (kind, (number - firstIMDb) / 2)
    case "tvdb_id":
      guard let number = Int(id), number >= firstTVDB else { return nil }
      found = (.tv, number - firstTVDB)
    default: return nil
    }
    return found.index < size ? found : nil
  }
}
