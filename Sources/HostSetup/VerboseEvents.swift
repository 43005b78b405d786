internal import Notation

package import Bindings
package import MixCore

/// Prints `--verbose` events: one line on standard error for each step of a request.
package enum VerboseEvents {
  /// - Returns: nil without a client; the reason is reported when a script asks for one.
  @discardableResult
  package static func subscribe(_ host: Host) async -> HTTPSubscription? {
    guard let client = try? host.client() else { return nil }
    return await client.subscribe { event in OutputSettings.writeError(line(event)) }
  }

  private static func line(_ event: HTTPEvent) -> String {
    let what: String =
      switch event.kind {
      case .started(let method): "\(method)"
      case .cacheHit(let stale): stale ? "cache (stale)" : "cache"
      case .shared: "shared with a request in flight"
      case .waiting(let wait): waiting(wait)
      case .retrying(let after, let reason): "again in \(tenths(after)) s: \(reason)"
      case .finished(let status, let bytes, let seconds):
        "\(status), \(bytes) bytes, \(Int(clamping: seconds * 1000)) ms"
      case .failed(let error): "failed: \(error.message)"
      }
    return "http \(event.id) \(what) \(event.url)\n"
  }

  private static func waiting(_ wait: TrafficWait) -> String {
    switch wait.reason {
    case .rate: "waiting for the rate limit of \(wait.upstream)"
    case .paused: "waiting for the end of the pause of \(wait.upstream)"
    case .circuit: "waiting for \(wait.upstream) to come back"
    case .slot: "waiting for a free place"
    }
  }

  private static func tenths(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10)" }
}
