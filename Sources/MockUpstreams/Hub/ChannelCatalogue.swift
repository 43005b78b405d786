internal import Notation

/// A video of a made-up channel.
struct ChannelVideo: Sendable, Equatable {
  /// Eleven characters, as YouTube's are.
  let id: String
  let channel: String
  /// Seconds since 1970, with fractions.
  let published: Double
  /// nil for a video whose data has not been looked up yet.
  let title: String?
  /// Seconds; nil where ``title`` is.
  let duration: Double?
}

/// Made-up channels with videos: the same seed and channel give the same ones, dated back from a day.
struct ChannelCatalogue: Sendable {
  /// How many videos a channel's own feed lists, as YouTube's does.
  static let listed = 15
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

  let seed: UInt64
  /// The time before which all listed videos were published; seconds since 1970.
  let start: Double

  init(seed: UInt64) {
    self.seed = seed
    // The last full hour: a run in a test sees the same dates from its start to its end.
    start = (Self.now / 3_600).rounded(.down) * 3_600
  }

  /// Seconds since 1970.
  static var now: Double { PresentTime.seconds }

  /// Whether a text is a channel's id: `UC` and 22 characters.
  static func isChannel(_ id: String) -> Bool {
    id.hasPrefix("UC") && id.utf8.count == 24 && id.allSatisfy { alphabet.contains($0) }
  }

  /// The id of the channel that a handle, an old name or a video stands for.
  static func channel(named name: String) -> String {
    var digest = Digest(text: name)
    return "UC" + String((0..<22).map { _ in digest.pick(alphabet) })
  }

  /// A channel's name.
  func title(of channel: String) -> String {
    var digest = digest(channel, 0, salt: 1)
    return "\(digest.pick(Vocabulary.firstNames)) \(digest.pick(Vocabulary.nouns))s"
  }

  /// A listed video, 0 the newest.
  func video(_ index: Int, of channel: String) -> ChannelVideo {
    var digest = digest(channel, UInt64(index), salt: 2)
    // Two days apart, give or take one.
    let age = Double(index) * 172_800 + Double(digest.below(86_400)) + 60
    return made(channel, published: start - age, &digest)
  }

  /// A video that was found later.
  /// - Parameter number: counts those of all channels.
  func later(_ number: Int, of channel: String, published: Double) -> ChannelVideo {
    var digest = digest(channel, UInt64(number), salt: 3)
    return made(channel, published: published, &digest)
  }

  private func made(
    _ channel: String, published: Double, _ digest: inout Digest
  ) -> ChannelVideo {
    let id = String((0..<11).map { _ in digest.pick(Self.alphabet) })
    let title =
      "\(digest.pick(Vocabulary.verbs)) \(digest.pick(Vocabulary.adjectives)) "
      + digest.pick(Vocabulary.nouns)
    return ChannelVideo(
      id: id, channel: channel, published: published + Double(digest.below(10_000_000)) / 1e7,
      title: title, duration: 90 + Double(digest.below(3_000)))
  }

  private func digest(_ channel: String, _ place: UInt64, salt: UInt64) -> Digest {
    var text = Digest(text: channel)
    return Digest(seed: seed, place, salt: text.next() &+ salt)
  }
}
