/// Made-up paths of images.
enum TMDBImage {
  static func path(_ title: TMDBTitle, _ purpose: Int) -> JSONValue {
    .string("/\(TMDBText.letters(title, UInt64(purpose), count: 27)).jpg")
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
