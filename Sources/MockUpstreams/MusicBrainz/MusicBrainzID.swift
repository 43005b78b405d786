/// Identifiers of MusicBrainz: UUIDs that say which song or artist they stand for, so that a look-up
/// needs no index.
enum MusicBrainzID {
  /// The kind of an identifier. The raw value is its first group.
  enum Entity: Int, Sendable {
    case recording = 0x6d62_0001
    case release, releaseGroup, work, artist, track
  }

  private static let digits = 12

  /// The identifier of a number, 0..<2^48.
  static func text(_ entity: Entity, _ number: Int) -> String {
    "\(hex(entity.rawValue, 8))-7361-4b69-8d78-\(hex(number, digits))"
  }

  /// The number that an identifier stands for; nil for one of another entity.
  static func number(_ entity: Entity, _ text: String) -> Int? {
    let lowered = text.lowercased()
    guard let number = Int(lowered.suffix(digits), radix: 16), number >= 0,
      self.text(entity, number) == lowered
    else { return nil }
    return number
  }

  /// Whether a text has the form of an identifier (RFC 9562, section 4).
  static func isValid(_ text: String) -> Bool {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && groups.allSatisfy { $0.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit } }
  }

  private static func hex(_ number: Int, _ width: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
