/// Films or series: the two halves of the catalogue, with identifiers of their own.
enum TMDBKind: Int, Sendable, CaseIterable {
  case movie
  case tv

  /// As addresses and `media_type` name it.
  var name: String { self == .movie ? "movie" : "tv" }
  /// The service's name of a title.
  var titleField: String { self == .movie ? "title" : "name" }
  /// The service's name of the first date.
  var dateField: String { self == .movie ? "release_date" : "first_air_date" }
}

/// The values that lists are selected and sorted by; a title of the catalogue has one, in a few bytes.
struct TMDBFacts: Sendable {
  /// Thousandths.
  var popularity: Int32
  /// Popularity with the chance of a week: the order of what is trending.
  var heat: Int32
  /// The first date, counted from 1970-01-01; nil when it is not known.
  var day: Int32?
  /// The mean vote in thousandths, 0 without votes.
  var vote: Int16
  var votes: Int32
  /// A bit for each genre of the kind's list.
  var genres: UInt32
  /// The place in ``TMDBVocabulary/certifications``; nil: not rated.
  var certification: UInt8?
}

/// One invented film or series.
struct TMDBTitle: Sendable {
  /// Parts that the answers leave out or spell in another way, as the real ones do.
  struct Gaps: Sendable {
    /// An unknown date is left out, not empty.
    var leavesDateOut = false
    var leavesGenresOut = false
    var hasPoster = true
  }

  let kind: TMDBKind
  let index: Int
  let id: Int
  let title: String
  let language: String
  let facts: TMDBFacts
  let gaps: Gaps

  /// `2024-04-05`; empty when it is not known.
  var date: String { facts.day.map { AnswerDate.date(day: Int($0)) } ?? "" }

  /// The identifiers of its genres.
  var genres: [Int] {
    let list = TMDBGenre.list(kind)
    return list.indices.filter { facts.genres & (1 << UInt32($0)) != 0 }.map { list[$0].id }
  }
}
