internal import Notation
public import Reactor

/// A time in which a host is to be left alone, as the processes of a home share it: the pause of a host
/// without a rate limit, or the open circuit of any host.
///
/// The pause of an upstream with a limit is a part of its ``TrafficBucket``.
public struct TrafficHold: Sendable {
  /// Why the host is left alone.
  public enum Kind: String, Sendable, CaseIterable {
    /// It asked for it (Retry-After).
    case pause
    /// It could not be reached several times in a row.
    case circuit
  }

  /// How long a store keeps a hold that is over, in seconds: a missing circuit means that somebody
  /// reached the host.
  static let keptAfterEnd = 3_600.0
  /// How many holds a store keeps.
  static let most = 256

  /// The host, with its port, that connections go to.
  public var host: String
  /// Why.
  public var kind: Kind
  /// How long, from ``time`` on, in seconds.
  public var seconds: Double
  /// How often in a row a circuit has opened; 0 for a pause.
  public var openings: Int
  /// When it began.
  public var time: ClockTime

  /// A hold that begins now; it lasts at most ``TrafficBucket/longestPause``.
  public init(host: String, kind: Kind, seconds: Double, openings: Int = 0, time: ClockTime) {
    self.host = host
    self.kind = kind
    self.seconds = seconds.isNaN ? 0 : min(max(0, seconds), TrafficBucket.longestPause)
    self.openings = max(0, openings)
    self.time = time
  }

  /// How many seconds are left; 0 or less once it is over.
  public func left(_ now: ClockTime) -> Double {
    let (steady, wall) = (now.monotonic - time.monotonic, now.wall - time.wall)
    // The machine was started again and its clock is behind: nothing tells how long ago it began.
    if steady < 0, wall < 0 { return 0 }
    // Either clock ends it: the monotonic one stands still while the machine sleeps.
    return seconds - max(steady, wall)
  }

  /// The hold that a store keeps of two of one kind on one host: the one that ends later.
  package func merged(with other: TrafficHold, _ now: ClockTime) -> TrafficHold {
    left(now) >= other.left(now) ? self : other
  }

  /// Those of `holds` that a store keeps.
  package static func kept(_ holds: [TrafficHold], _ now: ClockTime) -> [TrafficHold] {
    let fresh = holds.filter { $0.left(now) > -keptAfterEnd }
    guard fresh.count > most else { return fresh }
    return Array(fresh.sorted { $0.left(now) > $1.left(now) }.prefix(most))
  }
}

/// Stands for the state of a store's holds: as long as it stays equal, they have not changed.
public struct TrafficMark: Sendable, Equatable {
  private let numbers: [Int64]

  /// Of numbers that change with the holds.
  package init(_ numbers: [Int64]) { self.numbers = numbers }
}
