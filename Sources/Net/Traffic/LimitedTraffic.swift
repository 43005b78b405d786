internal import Notation

/// This process's requests to an upstream with a rate limit, and how fast it may continue.
public struct LimitedTraffic: Sendable {
  /// The host or named client.
  public var upstream: String
  /// Requests sent since the client was made.
  public var sent: Int
  /// Requests a second that are allowed now: the limit, less what refusals have taught.
  public var perSecond: Double

  /// Makes a count.
  public init(upstream: String, sent: Int, perSecond: Double) {
    self.upstream = upstream
    self.sent = sent
    self.perSecond = perSecond
  }
}

/// How long the rest of a work takes at the rates that its upstreams allow.
public struct TrafficForecast: Sendable, Equatable {
  /// The upstream that holds it up most.
  public var upstream: String
  /// How long the rest takes, in seconds.
  public var seconds: Double
  /// Requests a second that are allowed.
  public var perSecond: Double

  /// Makes a forecast.
  /// - Parameters:
  ///   - start: what had been sent when the work began.
  ///   - now: what has been sent.
  ///   - done: how many items are done.
  ///   - left: how many are left.
  /// - Returns: nil when nothing was sent to an upstream with a limit, or nothing is left.
  public init?(from start: [LimitedTraffic], to now: [LimitedTraffic], done: Int, left: Int) {
    guard left > 0 else { return nil }
    let before = Dictionary(start.map { ($0.upstream, $0.sent) }) { first, _ in first }
    var worst: TrafficForecast?
    for entry in now where entry.perSecond > 0 {
      let sent = entry.sent - (before[entry.upstream] ?? 0)
      if sent <= 0 { continue }
      // Before anything is done, each item is taken to cost one request.
      let each = done > 0 ? Double(sent) / Double(done) : 1
      let seconds = Double(left) * each / entry.perSecond
      if seconds > worst?.seconds ?? 0 {
        worst = TrafficForecast(
          upstream: entry.upstream, seconds: seconds, perSecond: entry.perSecond)
      }
    }
    guard let worst else { return nil }
    self = worst
  }

  private init(upstream: String, seconds: Double, perSecond: Double) {
    self.upstream = upstream
    self.seconds = seconds
    self.perSecond = perSecond
  }

  /// Whether the limit holds the work up, and not how fast answers come.
  /// - Parameter observed: how long the rest takes at the speed so far, in seconds; nil: not known.
  public func isBottleneck(observed: Double?) -> Bool {
    guard seconds >= Self.least else { return false }
    return observed.map { seconds >= $0 * Self.share } ?? true
  }

  /// Shorter times are not worth a word.
  private static let least = 5.0
  /// A run at its limit is a little slower than that allows.
  private static let share = 0.7

  /// `about 12 min at 20/min`.
  public var text: String { "about \(Self.length(seconds)) at \(rate)" }

  /// `20/min`, `40/s`.
  public var rate: String {
    if perSecond >= 1 { return "\(Self.short(perSecond))/s" }
    return "\(Self.short(max(perSecond * 60, 0.1)))/min"
  }

  private static func length(_ seconds: Double) -> String {
    if seconds < 90 { return "\(whole(seconds)) s" }
    if seconds < 5_400 { return "\(whole(seconds / 60)) min" }
    if seconds < 360_000 { return "\(short(seconds / 3_600)) h" }
    return "\(whole(seconds / 86_400)) days"
  }

  private static func whole(_ number: Double) -> Int {
    Int(clamping: min(number, 1e9).rounded(.up))
  }

  private static func short(_ number: Double) -> String {
    let tenths = (min(number, 1e9) * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(clamping: tenths))" : "\(tenths)"
  }
}
