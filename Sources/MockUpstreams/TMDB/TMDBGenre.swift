/// A genre as the service numbers it; films and series have lists of their own.
struct TMDBGenre: Sendable, Equatable {
  let id: Int
  let name: String

  static func list(_ kind: TMDBKind) -> [TMDBGenre] { kind == .movie ? movie : tv }

  /// The place of an identifier in its list.
  static func place(_ id: Int, _ kind: TMDBKind) -> Int? {
    list(kind).firstIndex { $0.id == id }
  }

  private static let movie: [TMDBGenre] = [
    .init(id: 28, name: "Action"), .init(id: 12, name: "Adventure"),
    .init(id: 16, name: "Animation"), .init(id: 35, name: "Comedy"), .init(id: 80, name: "Crime"),
    .init(id: 99, name: "Documentary"), .init(id: 18, name: "Drama"),
    .init(id: 10751, name: "Family"), .init(id: 14, name: "Fantasy"),
    .init(id: 36, name: "History"), .init(id: 27, name: "Horror"), .init(id: 10402, name: "Music"),
    .init(id: 9648, name: "Mystery"), .init(id: 10749, name: "Romance"),
    .init(id: 878, name: "Science Fiction"), .init(id: 10770, name: "TV Movie"),
    .init(id: 53, name: "Thriller"), .init(id: 10752, name: "War"), .init(id: 37, name: "Western"),
  ]

  private static let tv: [TMDBGenre] = [
    .init(id: 10759, name: "Action & Adventure"), .init(id: 16, name: "Animation"),
    .init(id: 35, name: "Comedy"), .init(id: 80, name: "Crime"),
    .init(id: 99, name: "Documentary"), .init(id: 18, name: "Drama"),
    .init(id: 10751, name: "Family"), .init(id: 10762, name: "Kids"),
    .init(id: 9648, name: "Mystery"), .init(id: 10763, name: "News"),
    .init(id: 10764, name: "Reality"), .init(id: 10765, name: "Sci-Fi & Fantasy"),
    .init(id: 10766, name: "Soap"), .init(id: 10767, name: "Talk"),
    .init(id: 10768, name: "War & Politics"), .init(id: 37, name: "Western"),
  ]
}
