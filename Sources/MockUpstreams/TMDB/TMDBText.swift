/// Made-up paths of images.
enum TMDBImage {
  static func path(_ title: TMDBTitle, _ purpose: Int) -> JSONValue {
    .string("/\(name(title, purpose)).jpg")
  }

  /// The last letters count the titles, so that the picture can be drawn from its name alone.
  private static func name(_ title: TMDBTitle, _ purpose: Int) -> String {
    let number = String(title.index * 2 + title.kind.rawValue, radix: 36)
    return TMDBText.letters(title, UInt64(purpose), count: 20)
      + String(repeating: "0", count: max(0, 7 - number.count)) + number
  }

  /// The title of a picture's name without its ending; nil for a made-up one.
  static func title(_ name: String, _ catalogue: TMDBCatalogue) -> String? {
    guard name.utf8.count == 27, let number = Int(name.suffix(7), radix: 36),
      let kind = TMDBKind(rawValue: number % 2), number / 2 < catalogue.size
    else { return nil }
    return catalogue.name(kind, number / 2)
  }
}

/// Identifiers that look like the service's.
enum TMDBText {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
  private static let digits = Array("0123456789abcdef".utf8)

  static func letters(_ title: TMDBTitle, _ purpose: UInt64, count: Int) -> String {
    draw(letters, title, purpose, count)
  }

  static func hex(_ title: TMDBTitle, _ purpose: UInt64, count: Int) -> String {
    draw(digits, title, purpose, count)
  }

  private static func draw(
    _ alphabet: [UInt8], _ title: TMDBTitle, _ purpose: UInt64, _ count: Int
  ) -> String {
    var digest = Digest(seed: purpose, UInt64(title.index * 2 + title.kind.rawValue), salt: 307)
    return String(decoding: (0..<count).map { _ in digest.pick(alphabet) }, as: UTF8.self)
  }
}
