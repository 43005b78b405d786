/// A song of the catalogue: the work, not one of its releases.
struct Song: Sendable {
  /// How the artists share the song.
  enum Credit: Sendable {
    /// The main artist alone.
    case solo
    /// Guests named in the title: "Title (feat. Guest)".
    case featuring
    /// Partners named in the artist credit: "Artist & Partner" or "Artist, Partner & Partner".
    case joint
  }

  /// Place in the catalogue.
  let index: Int
  /// Title without any credit or version.
  let title: String
  /// The words after the title on every release, such as " (Part II)"; mostly empty.
  let suffix: String
  let artistNumber: Int
  let artist: String
  let others: [String]
  let credit: Credit
  let album: String
  /// Index of the song that the album's identifier derives from.
  let albumFirstIndex: Int
  let trackNumber: Int
  let trackCount: Int
  /// Day of the first release, counted from 1970-01-01.
  let day: Int
  let milliseconds: Int
  let genre: String
  let explicit: Bool

  /// The artist credit of the song's own releases.
  var creditedArtist: String {
    credit == .joint ? Self.list([artist] + others) : artist
  }

  /// The title with its suffix, without guests.
  var fullTitle: String { title + suffix }

  /// The title as most releases show it.
  var creditedTitle: String {
    credit == .featuring ? "\(fullTitle) (feat. \(Self.list(others)))" : fullTitle
  }

  /// "A", "A & B", "A, B & C".
  static func list(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " & " + last
  }
}
