internal import Notation

/// One step of a request, as ``HTTPClient/subscribe(_:)`` reports it.
public struct HTTPEvent: Sendable {
  /// A kind of event.
  public enum Kind: Sendable {
    /// The client took the request on.
    case started(method: String)
    /// The cache answers; `stale` for an expired answer.
    case cacheHit(stale: Bool)
    /// Another request's transfer answers.
    case shared
    /// The request waits.
    case waiting(TrafficWait)
    /// It will be sent again after `after` seconds.
    case retrying(after: Double, reason: String)
    /// The caller has its answer, `seconds` after `started`.
    case finished(status: Int, bytes: Int, seconds: Double)
    /// The caller has an error.
    case failed(HTTPError)
  }

  /// Numbers the requests of a client, from 1.
  public let id: UInt64
  /// ``RequestContext/tag``.
  public let tag: String?
  /// The canonical address, secrets masked.
  public let url: String
  /// The kind of event.
  public let kind: Kind
}

/// Counters since the client was made.
public struct HTTPStats: Sendable, Hashable {
  /// Calls of ``HTTPClient/send(_:context:)`` and hits of ``HTTPClient/cachedNow(_:context:)``.
  public var requests = 0
  /// Transfers that were started, retries and redirects included.
  public var sent = 0
  /// Answers from the cache, fresh or stale.
  public var cacheHits = 0
  /// Stale ones among them.
  public var staleHits = 0
  /// Answers that another request's transfer brought.
  public var shared = 0
  /// Times that a request was sent again.
  public var retries = 0
  /// Requests that ended with an error.
  public var failures = 0
  /// Decoded bytes of all bodies received.
  public var bytes = 0
  /// Transfers that run now.
  public var inFlight = 0
  /// The most that ran at once.
  public var maxInFlight = 0
}

/// Names one subscription of ``HTTPClient/subscribe(_:)``.
public struct HTTPSubscription: Hashable, Sendable {
  let number: Int
}

/// Counts and reports; confined to the client's reactor.
package final class HTTPMonitor {
  package var stats = HTTPStats()
  /// Hears of waits alone, which are rare: it costs a request that does not wait nothing.
  var onWait: (@Sendable (HTTPEvent) -> Void)?
  private var subscribers: [(number: Int, handler: @Sendable (HTTPEvent) -> Void)] = []
  private var next = 0

  func subscribe(_ handler: @escaping @Sendable (HTTPEvent) -> Void) -> HTTPSubscription {
    next += 1
    subscribers.append((next, handler))
    return HTTPSubscription(number: next)
  }

  func unsubscribe(_ subscription: HTTPSubscription) {
    subscribers.removeAll { $0.number == subscription.number }
  }

  /// Reports a wait, also to ``onWait``.
  func reportWait(_ kind: HTTPEvent.Kind, _ call: HTTPCall) {
    report(kind, call)
    onWait?(event(kind, call))
  }

  private func event(_ kind: HTTPEvent.Kind, _ call: HTTPCall) -> HTTPEvent {
    HTTPEvent(
      id: call.id, tag: call.context.tag, url: SecretMask.url(call.url.text), kind: kind)
  }

  /// Tells the subscribers, at once and in order.
  func report(_ kind: @autoclosure () -> HTTPEvent.Kind, _ call: HTTPCall) {
    if subscribers.isEmpty { return }
    let event = event(kind(), call)
    for subscriber in subscribers { subscriber.handler(event) }
  }

  func transferBegan() {
    stats.sent += 1
    stats.inFlight += 1
    stats.maxInFlight = max(stats.maxInFlight, stats.inFlight)
  }

  func transferEnded(bytes: Int) {
    stats.inFlight -= 1
    stats.bytes += bytes
  }
}
