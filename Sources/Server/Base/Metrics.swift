internal import Synchronization

/// The counters of `/metrics`, in the text format of Prometheus 0.0.4.
final class Metrics: Sendable {
  private struct Series: Hashable {
    let method: String
    let route: String
  }

  private let sockets = Atomic<Int>(0)
  private let messages = Atomic<Int>(0)
  private let acceptFailures = Atomic<Int>(0)
  private let items = Mutex<[String: Int]>([:])
  private let requests = Mutex<[String: Int]>([:])
  private let signIns = Mutex<[String: Int]>([:])
  private let durations = Mutex<[Series: Histogram]>([:])

  func socketOpened() { sockets.add(1, ordering: .relaxed) }
  func socketClosed() { sockets.subtract(1, ordering: .relaxed) }
  func messageSent() { messages.add(1, ordering: .relaxed) }
  func acceptFailed() { acceptFailures.add(1, ordering: .relaxed) }

  /// Counts an ended item of a job.
  func itemEnded(_ state: String) { items.withLock { $0[state, default: 0] += 1 } }

  /// Counts a request that was answered or refused.
  func answered(method: String, status: Int) {
    requests.withLock { $0["method=\"\(method)\",status=\"\(status)\"", default: 0] += 1 }
  }

  /// Records the time until a route's answer began.
  func took(_ seconds: Double, method: String, route: String) {
    durations.withLock {
      $0[Series(method: method, route: route), default: Histogram()].add(seconds)
    }
  }

  /// Counts a sign-in or a refused attempt.
  func signIn(succeeded: Bool) {
    signIns.withLock { $0["result=\"\(succeeded ? "accepted" : "refused")\"", default: 0] += 1 }
  }

  /// A method's name as a label. Unknown methods share one label, so that they make no new series.
  static func label(_ method: String) -> String {
    ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"].contains(method)
      ? method : "other"
  }

  /// Adds what was counted.
  /// - Parameter connections: the number of open connections.
  func add(to text: inout MetricsText, connections: Int) {
    text.add(
      "mixhost_http_requests_total", "counter", "Requests that were answered or refused.",
      requests.withLock { $0.map { ($0.key, $0.value) } })
    let name = "mixhost_http_request_duration_seconds"
    text.begin(name, "histogram", "Time from a request's header to the beginning of its answer.")
    let series = durations.withLock { $0.map { ($0.key, $0.value) } }
    for (key, histogram) in series.sorted(by: {
      ($0.0.route, $0.0.method) < ($1.0.route, $1.0.method)
    }) {
      text.text += histogram.text(name, "method=\"\(key.method)\",route=\"\(key.route)\"")
    }
    text.add(
      "mixhost_http_connections", "gauge", "Connections that are open.", [("", connections)])
    text.add(
      "mixhost_accept_failures_total", "counter",
      "Times that the system gave no connection, such as without descriptors.",
      [("", acceptFailures.load(ordering: .relaxed))])
    text.add(
      "mixhost_sign_ins_total", "counter", "Sign-ins of browsers.",
      signIns.withLock { $0.map { ($0.key, $0.value) } })
    text.add(
      "mixhost_websockets", "gauge", "WebSockets that are open.",
      [("", sockets.load(ordering: .relaxed))])
    text.add(
      "mixhost_websocket_messages_total", "counter", "Messages sent to WebSockets.",
      [("", messages.load(ordering: .relaxed))])
    text.add(
      "mixhost_job_items_total", "counter", "Items of jobs that have ended, since the start.",
      items.withLock { $0.map { ("state=\"\($0.key)\"", $0.value) } })
  }
}

/// A distribution of durations.
struct Histogram: Sendable {
  /// The upper bounds of the buckets, in seconds; the last bucket is unbounded.
  private static let bounds = [
    "0.001", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "10",
  ]
  private static let limits = bounds.compactMap(Double.init)

  private var counts = Array(repeating: 0, count: bounds.count + 1)
  private var sum = 0.0

  /// Counts a duration.
  mutating func add(_ seconds: Double) {
    counts[Self.limits.firstIndex { seconds <= $0 } ?? Self.limits.count] += 1
    sum += seconds
  }

  /// The lines of a series, with cumulative buckets.
  func text(_ name: String, _ labels: String) -> String {
    var text = ""
    var total = 0
    for (bound, count) in zip(Self.bounds + ["+Inf"], counts) {
      total += count
      text += "\(name)_bucket{\(labels),le=\"\(bound)\"} \(total)\n"
    }
    return text + "\(name)_sum{\(labels)} \(sum)\n\(name)_count{\(labels)} \(total)\n"
  }
}
