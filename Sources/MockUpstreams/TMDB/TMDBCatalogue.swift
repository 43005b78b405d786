#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The films and series of the mock. Title *i* of a kind depends on the seed, *i* and the present day
/// only: dates are counted from today, so that there is always something to come.
struct TMDBCatalogue: Sendable {
  /// Apart from the digests of songs and books.
  private static let salt: UInt64 = 211
  /// Films and series count from the same number, as identifiers of the two overlap at the service.
  private static let firstID = 100
  private static let idStep = 7

  let seed: UInt64
  /// Films, and as many series.
  let size: Int
  /// Counted from 1970-01-01.
  let today: Int
  private let titleNumbers: [Numbering]

  init(seed: UInt64, size: Int, today: Int = AnswerDate.today) {
    self.seed = seed
    self.size = size
    self.today = today
    var digest = Digest(seed: seed, 0, salt: Self.salt)
    titleNumbers = TMDBKind.allCases.map { _ in
      Numbering(count: PhraseTable.bookTitles.phrases.count, digest: &digest)
    }
  }

  /// A stream of numbers for one purpose of a title.
  func digest(_ kind: TMDBKind, _ index: Int, _ purpose: UInt64) -> Digest {
    Digest(seed: seed, UInt64(index * 2 + kind.rawValue), salt: Self.salt + purpose)
  }

  static func id(_ index: Int) -> Int { firstID + index * idStep }

  /// The place of an identifier; nil when there is no such title.
  func index(id: Int) -> Int? {
    let (index, rest) = (id - Self.firstID).quotientAndRemainder(dividingBy: Self.idStep)
    return rest == 0 && (0..<size).contains(index) ? index : nil
  }

  func title(_ kind: TMDBKind, _ index: Int) -> TMDBTitle {
    var digest = digest(kind, index, 2)
    var gaps = TMDBTitle.Gaps()
    gaps.leavesDateOut = digest.chance(25)
    gaps.hasPoster = !digest.chance(4)
    gaps.leavesGenresOut = hasNoGenres(kind, index)
    return TMDBTitle(
      kind: kind, index: index, id: Self.id(index),
      title: name(kind, index),
      language: digest.pick(TMDBVocabulary.languages), facts: facts(kind, index), gaps: gaps)
  }

  /// A title's name alone.
  func name(_ kind: TMDBKind, _ index: Int) -> String {
    PhraseTable.bookTitles.phrases[titleNumbers[kind.rawValue].number(at: index)]
  }

  private func hasNoGenres(_ kind: TMDBKind, _ index: Int) -> Bool {
    var digest = digest(kind, index, 3)
    return digest.chance(2)
  }

  /// The part of a title that lists need.
  func facts(_ kind: TMDBKind, _ index: Int) -> TMDBFacts {
    var digest = digest(kind, index, 1)
    let popularity = Self.popularity(&digest)
    let day = day(&digest)
    var genres: UInt32 = 0
    for _ in 0..<(1 + digest.below(3)) {
      genres |= 1 << UInt32(digest.below(TMDBGenre.list(kind).count))
    }
    let isUnseen = day.map { $0 > today } ?? true || digest.chance(5)
    let votes = isUnseen ? 0 : min(36_000, popularity / 400 + digest.below(900))
    let vote =
      votes == 0 ? 0 : 2_800 + digest.below(2_200) + digest.below(2_200) + digest.below(2_200)
    let certification = digest.chance(85) ? UInt8(digest.below(5)) : nil
    let heat = Int64(popularity) * Int64(60 + digest.below(80)) / 100
    if hasNoGenres(kind, index) { genres = 0 }
    return TMDBFacts(
      popularity: Int32(popularity), heat: Int32(heat), day: day.map { Int32($0) },
      vote: Int16(vote), votes: Int32(votes), genres: genres, certification: certification)
  }

  /// Few are very popular: thousandths from 600 on, the double with half the chance.
  private static func popularity(_ digest: inout Digest) -> Int {
    let chance = Double(1 + digest.below(1_000_000)) / 1_000_000
    return min(6_000_000, Int(600 * pow(chance, -0.8))) + digest.below(300)
  }

  /// The first date, counted from 1970-01-01: up to 400 days from now, recent ones more often.
  private func day(_ digest: inout Digest) -> Int? {
    switch digest.below(100) {
    case 0..<4: nil
    case 4..<11: today + 1 + digest.below(400)
    case 11..<24: today - digest.below(91)
    case 24..<40: today - 91 - digest.below(640)
    default: today - 731 - digest.below(150) * digest.below(150)
    }
  }
}
