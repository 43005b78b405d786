/// Identifiers of 22 letters and digits that say which artist, track or album they stand for, so that
/// a look-up needs no index.
enum SpotifyID {
  enum Kind: String {
    case artist = "3"
    case track = "5"
    case album = "1"
    case playlist = "7"
  }

  private static let letters = Array(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
  private static let digits = 8

  /// The identifier of a number, 0 up to 62^8.
  static func text(_ kind: Kind, _ number: Int) -> String {
    var rest = number
    var spelled: [Character] = []
    for _ in 0..<digits {
      spelled.append(letters[rest % letters.count])
      rest /= letters.count
    }
    let front = kind.rawValue + String(spelled.reversed())
    var digest = Digest(text: front)
    return front + String((0..<13).map { _ in digest.pick(letters) })
  }

  /// The number of an identifier; nil for one that is not of the kind.
  static func number(_ kind: Kind, _ text: some StringProtocol) -> Int? {
    guard text.count == 22, text.hasPrefix(kind.rawValue) else { return nil }
    var number = 0
    for letter in text.dropFirst().prefix(digits) {
      guard let digit = letters.firstIndex(of: letter) else { return nil }
      number = number * letters.count + digit
    }
    return Self.text(kind, number) == text ? number : nil
  }
}
