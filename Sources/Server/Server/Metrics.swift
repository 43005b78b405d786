internal import Synchronization

/// What `/metrics` counts, in the text format of Prometheus 0.0.4.
final class Metrics: Sendable {
  private let connections = Atomic<Int>(0)
  private let sockets = Atomic<Int>(0)
  private let messages = Atomic<Int>(0)
  private let items = Mutex<[String: Int]>([:])
  private let requests = Mutex<[String: Int]>([:])

  func connectionOpened() { connections.add(1, ordering: .relaxed) }
  func connectionClosed() { connections.subtract(1, ordering: .relaxed) }
  func socketOpened() { sockets.add(1, ordering: .relaxed) }
  func socketClosed() { sockets.subtract(1, ordering: .relaxed) }
  func messageSent() { messages.add(1, ordering: .relaxed) }

  /// Connections that are open now.
  var openConnections: Int { connections.load(ordering: .relaxed) }

  /// An item of a job has ended.
  func itemEnded(_ state: String) { items.withLock { $0[state, default: 0] += 1 } }

  /// A request has been answered.
  func answered(method: String, status: Int) {
    requests.withLock { $0["method=\"\(method)\",status=\"\(status)\"", default: 0] += 1 }
  }

  /// - Parameter jobs: how many jobs are in which state.
  func text(jobs: [String: Int]) -> String {
    var text = ""
    func add(_ name: String, _ type: String, _ help: String, _ values: [(String, Int)]) {
      text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
      for (labels, value) in values.sorted(by: { $0.0 < $1.0 }) {
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
      }
    }
    add(
      "mixhost_http_requests_total", "counter", "Requests that were answered.",
      requests.withLock { $0.map { ($0.key, $0.value) } })
    add(
      "mixhost_http_connections", "gauge", "Connections that are open.",
      [("", connections.load(ordering: .relaxed))])
    add(
      "mixhost_websockets", "gauge", "WebSockets that are open.",
      [("", sockets.load(ordering: .relaxed))])
    add(
      "mixhost_websocket_messages_total", "counter", "Messages sent to WebSockets.",
      [("", messages.load(ordering: .relaxed))])
    add(
      "mixhost_job_items_total", "counter", "Items of jobs that have ended, since the start.",
      items.withLock { $0.map { ("state=\"\($0.key)\"", $0.value) } })
    add(
      "mixhost_jobs", "gauge", "Jobs in the data file.",
      jobs.map { ("state=\"\($0.key)\"", $0.value) })
    return text
  }
}
