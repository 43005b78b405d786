/// The ten songs of the bundled chart (docs/kworb_top10.json): plain facts about real recordings, the
/// first items of every catalogue.
struct KnownSong: Sendable {
  let title: String
  let artist: String
  /// Joint artists in the credit.
  var partners: [String] = []
  /// Guests that some releases name in the title.
  var guests: [String] = []
  let album: String
  /// Day of release as (year, month, day).
  let released: (Int, Int, Int)
  let milliseconds: Int
  let trackNumber: Int
  let genre: String
  var explicit = false
}

enum KnownSongs {
  static let all: [KnownSong] = [
    KnownSong(
      title: "Blinding Lights", artist: "The Weeknd", album: "After Hours",
      released: (2019, 11, 29), milliseconds: 200_040, trackNumber: 9, genre: "R&B/Soul"),
    KnownSong(
      title: "Shape of You", artist: "Ed Sheeran", album: "÷", released: (2017, 1, 6),
      milliseconds: 233_713, trackNumber: 4, genre: "Pop"),
    KnownSong(
      title: "Levitating", artist: "Dua Lipa", guests: ["DaBaby"], album: "Future Nostalgia",
      released: (2020, 10, 1), milliseconds: 203_064, trackNumber: 5, genre: "Pop"),
    KnownSong(
      title: "Save Your Tears", artist: "The Weeknd", album: "After Hours",
      released: (2020, 3, 20), milliseconds: 215_627, trackNumber: 11, genre: "R&B/Soul",
      explicit: true),
    KnownSong(
      title: "Bad Habits", artist: "Ed Sheeran", album: "=", released: (2021, 6, 25),
      milliseconds: 231_041, trackNumber: 8, genre: "Pop"),
    KnownSong(
      title: "Peaches", artist: "Justin Bieber", guests: ["Daniel Caesar", "GIVEON"],
      album: "Justice", released: (2021, 3, 19), milliseconds: 198_082, trackNumber: 11,
      genre: "Pop", explicit: true),
    KnownSong(
      title: "STAY", artist: "The Kid LAROI", partners: ["Justin Bieber"],
      album: "F*CK LOVE 3: OVER YOU", released: (2021, 7, 9), milliseconds: 141_806,
      trackNumber: 1, genre: "Pop", explicit: true),
    KnownSong(
      title: "Watermelon Sugar", artist: "Harry Styles", album: "Fine Line",
      released: (2019, 11, 16), milliseconds: 174_000, trackNumber: 2, genre: "Pop"),
    KnownSong(
      title: "drivers license", artist: "Olivia Rodrigo", album: "SOUR", released: (2021, 1, 8),
      milliseconds: 242_014, trackNumber: 3, genre: "Pop", explicit: true),
    KnownSong(
      title: "bad guy", artist: "Billie Eilish",
      album: "WHEN WE ALL FALL ASLEEP, WHERE DO WE GO?", released: (2019, 3, 29),
      milliseconds: 194_088, trackNumber: 2, genre: "Alternative"),
  ]

  /// How the bundled chart spells titles that iTunes spells otherwise.
  static func chartTitle(_ index: Int) -> String {
    switch all[index].title {
    case "STAY": "Stay"
    case "bad guy": "Bad Guy"
    case let title: title
    }
  }

  /// Their main artists, each once.
  static let artists: [String] = {
    var names: [String] = []
    for song in all where !names.contains(song.artist) { names.append(song.artist) }
    return names
  }()
}
