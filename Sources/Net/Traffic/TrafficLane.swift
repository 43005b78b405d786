internal import DequeModule
internal import Reactor

/// A process's view of one upstream, and the requests that wait for it, first come first served.
final class TrafficLane {
  /// How long a token is good after its time, in seconds: an older one would add to a later burst.
  private static let tokenLife = Duration.seconds(2)

  /// How many blocks in a row may come too late to be used.
  private static let mostWasted = 2

  /// One request that waits.
  struct Place {
    let call: HTTPCall
    let ticket: WaitTicket<Void>
    /// Whether its wait has been reported.
    var isReported = false
  }

  /// The host or named client.
  let name: String
  /// nil: without a limit.
  private(set) var limit: RateLimit?
  /// When its pause ends, on the monotonic clock.
  private(set) var pauseEnd = Duration.zero
  /// The requests that wait.
  var queue: Deque<Place> = []
  /// Tokens that were used: requests that were sent under a limit.
  private(set) var sent = 0
  // The speed of the last block.
  private var learned: Double?
  /// Whether the store is being asked.
  var isTaking = false
  /// Whether it waits for what other processes know.
  var isLooking = false
  /// Wakes it at the next token or the end of a pause.
  var alarm: (at: Duration, task: Task<Void, Never>)?
  private var block: Block?
  /// How many blocks were too old, one after another, before a token of theirs was used.
  private var wasted = 0

  /// Tokens of the store. Where it has its own clock, its time of the grant lies somewhere between the question
  /// and the answer: counted from the answer no token is used early, and from the question none late.
  private struct Block {
    let grant: TrafficGrant
    let asked: Duration
    let answered: Duration
    var used = 0

    /// When a token may be used.
    func time(_ index: Int) -> Duration { answered + .seconds(clamping: grant.delay(index)) }

    /// When it is too old.
    func end(_ index: Int) -> Duration {
      asked + .seconds(clamping: grant.delay(index)) + TrafficLane.tokenLife
    }
  }

  init(_ name: String) { self.name = name }

  /// Whether nothing holds a request up. An upstream that never paused and has no limit costs this look.
  var isFree: Bool { limit == nil && pauseEnd == .zero }

  // MARK: Pauses

  /// Whether it is still paused.
  func isPaused(_ now: Duration) -> Bool {
    if pauseEnd > now { return true }
    pauseEnd = .zero
    return false
  }

  /// Holds requests up for that number of seconds, if they are not held up for longer already.
  func pause(_ seconds: Double, now: Duration) {
    guard seconds > 0 else { return }
    pauseEnd = max(pauseEnd, now + .seconds(clamping: min(seconds, TrafficBucket.longestPause)))
  }

  /// Holds requests up until a time, if they are not held up for longer already.
  func pause(until end: Duration) { pauseEnd = max(pauseEnd, end) }

  // MARK: Tokens

  /// Sets the limit.
  /// - Returns: tokens of the old limit that are left over, with it.
  func setLimit(_ new: RateLimit?) -> (count: Int, limit: RateLimit)? {
    if new == limit { return nil }
    let rest = dropBlock()
    let old = limit
    limit = new
    learned = nil
    return rest > 0 ? old.map { (rest, $0) } : nil
  }

  /// Takes a block of the store in.
  /// - Parameter asked: when the store was asked for it.
  func accept(_ grant: TrafficGrant, asked: Duration, now: Duration) {
    // A store that is always this slow would let nothing through.
    block = Block(grant: grant, asked: wasted < Self.mostWasted ? asked : now, answered: now)
    learned = grant.perSecond
    pause(grant.pause, now: now)
  }

  /// Gives the rest of the block away.
  /// - Returns: how many tokens were left.
  func dropBlock() -> Int {
    defer { block = nil }
    return block.map { $0.grant.count - $0.used } ?? 0
  }

  /// The tokens of a block whose time has passed; they go back to the store.
  func dropExpired(_ now: Duration) -> Int {
    guard let block, block.used < block.grant.count, block.end(block.used) < now else { return 0 }
    if block.used == 0 { wasted += 1 }
    return dropBlock()
  }

  /// When the next token of the block may be used; nil: there is none.
  var nextToken: Duration? {
    guard let block, block.used < block.grant.count else { return nil }
    return block.time(block.used)
  }

  /// Uses the next token.
  func useToken() {
    block?.used += 1
    wasted = 0
    sent += 1
  }

  /// Requests a second that are allowed now; nil: without a limit.
  var perSecond: Double? { limit.map { block?.grant.perSecond ?? learned ?? $0.perSecond } }

  /// The earliest time at which one more request, behind `ahead` others, may be sent.
  func expected(ahead: Int, now: Duration) -> Duration {
    var time = max(now, pauseEnd)
    if let limit {
      let next = nextToken
      let left = block.map { $0.grant.count - $0.used } ?? 0
      if let next, let block, ahead < left {
        time = max(time, next, block.time(block.used + ahead))
      } else {
        let speed = block?.grant.perSecond ?? limit.perSecond
        let last = block.map { $0.time($0.grant.count - 1) } ?? now
        // Without a block nothing is known of the bucket: it may be full.
        let missing = block == nil ? 0 : ahead - left + 1
        time = max(time, last + .seconds(clamping: Double(max(0, missing)) / speed))
      }
    }
    return time
  }
}
