internal import Bindings
internal import MixCore
internal import Notation
internal import Reactor
internal import Store
internal import Synchronization

/// The text of `/metrics`, in the text format of Prometheus 0.0.4.
struct MetricsText {
  var text = ""

  /// Adds the head of a metric.
  mutating func begin(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  /// Adds a metric with its values by their labels.
  mutating func add(_ name: String, _ type: String, _ help: String, _ values: [(String, Int)]) {
    begin(name, type, help)
    for (labels, value) in values.sorted(by: { $0.0 < $1.0 }) {
      text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }
  }

  /// Adds what a server and a worker both know: the queue, the store, the log-ins.
  /// - Throws: `DataFileError`.
  mutating func addNode(_ store: SQLJobStore, _ host: Host) async throws {
    let jobs = try await blocking { try store.jobs() }
    add(
      "mixhost_queue_items", "gauge", "Items of all jobs of the store, by where they stand.",
      ItemState.allCases.map { state in
        ("state=\"\(state.name)\"", jobs.reduce(0) { $0 + $1[state] })
      })
    add(
      "mixhost_queue_jobs", "gauge", "Jobs of the store, by their state.",
      JobState.allCases.map { state in
        ("state=\"\(state.rawValue)\"", jobs.count { $0.state == state })
      })
    let oldest = jobs.filter { ($0.state == .open || $0.state == .paused) && $0.open > 0 }
      .map(\.created).min()
    add(
      "mixhost_queue_oldest_job_seconds", "gauge",
      "The age of the oldest job that has items left, as old as its oldest item; 0 without one.",
      [("", oldest.map { max(0, Int(clamping: host.time.wall - $0)) } ?? 0)])
    add(
      "mixhost_leases_lost_total", "counter",
      "Items that this process took back from processes that ended or hung.",
      [("", StoreCounts.leasesLost.load(ordering: .relaxed))])
    add(
      "mixhost_store_connections_lost_total", "counter",
      "Connections to the store's server that this process lost and replaced.",
      [("", StoreCounts.connectionsLost.load(ordering: .relaxed))])
    let logIns = await Task(executorPreference: host.reactor) { await host.logInsToRenew() }.value
    add(
      "mixhost_login_needed", "gauge",
      "Whether a person has to sign in to a service again: 1 when its log-in has ended.",
      logIns.map { ("provider=\"\($0.key)\"", $0.value ? 1 : 0) })
  }
}
