internal import Notation
internal import MixCore
internal import NIOCore
internal import NIOWebSocket

/// How a job stands at one moment.
struct JobSnapshot: Sendable, Equatable {
  /// The state of its work.
  enum Phase: Sendable, Equatable {
    /// It waits for its turn, or has just begun.
    case starting
    case running
    /// Its items wait for an upstream, in words.
    case waiting(String)
    /// It cannot continue for now, with the reason; it is tried again.
    case paused(String)
    case complete
    case canceled
    /// It cannot be worked on, or all of its items failed, with the reason.
    case failed(String)

    /// As the routes name it.
    var name: String {
      switch self {
      case .starting: "started"
      case .running, .waiting: "running"
      case .paused: "paused"
      case .complete: "complete"
      case .canceled: "canceled"
      case .failed: "failed"
      }
    }
  }

  /// The job's UUID, as its client spelled it.
  var key: String
  var phase: Phase
  var total: Int
  /// Items that are done or failed.
  var finished: Int
  var enriched: Int
  var failed: Int
  /// The item that ended last.
  var currentWork: Int64?
  /// Seconds since 1970.
  var updated: Double
  /// How long the rest takes at the rate that upstreams allow, in words; nil: no limit is in the way.
  var forecast: String?

  /// Whether nothing more will happen.
  var isOver: Bool { closing != nil }

  /// How the sockets of a job that is over are closed (document 002).
  var closing: (code: WebSocketErrorCode, reason: String)? {
    switch phase {
    case .starting, .running, .waiting, .paused: nil
    case .complete: (.normalClosure, "Enrichment complete")
    case .canceled: (.goingAway, Self.canceledStatus)
    case .failed: (.unexpectedServerError, "Enrichment failed")
    }
  }

  private static let canceledStatus = "Enrichment canceled by user"

  private var status: String {
    switch phase {
    case .starting: "Starting enrichment for \(total) work\(total == 1 ? "" : "s")..."
    case .running: counted
    case .waiting(let text): "\(counted); \(text)"
    case .paused(let reason): "Waiting: \(reason)"
    case .complete: "Enrichment complete"
    case .canceled: Self.canceledStatus
    case .failed: "Enrichment failed"
    }
  }

  private var counted: String {
    "Enriched \(finished)/\(total) works" + (forecast.map { "; \($0)" } ?? "")
  }

  private var error: String? {
    switch phase {
    case .paused(let reason), .failed(let reason): reason
    default: nil
    }
  }

  private var result: JSON? {
    guard isOver else { return nil }
    return .members([
      "success": .bool(phase == .complete), "canceled": phase == .canceled ? .bool(true) : nil,
      "processedCount": .int(Int64(finished)), "totalCount": .int(Int64(total)),
      "enrichedCount": .int(Int64(enriched)), "errorCount": .int(Int64(failed)),
    ])
  }

  /// The message of document 002.
  /// - Parameter keepAlive: whether it is sent although nothing happened.
  func message(keepAlive: Bool = false) -> JSON {
    .members([
      "type": .string("progress"), "jobId": .string(key),
      "timestamp": .int(Int64(clamping: updated * 1_000)),
      "data": .members([
        "progress": .number(total > 0 ? Double(finished) / Double(total) : isOver ? 1 : 0),
        "processedItems": .int(Int64(finished)), "totalItems": .int(Int64(total)),
        "currentStatus": .string(status),
        "currentWorkId": currentWork.map { .string("\($0)") },
        "error": error.map(JSON.string), "keepAlive": keepAlive ? .bool(true) : nil,
        "result": result,
      ]),
    ])
  }
}

extension JobSnapshot {
  private static func allFailed(_ total: Int) -> String {
    total == 1 ? "the work could not be looked up" : "none of the \(total) works could be looked up"
  }

  /// The store's facts about a job.
  /// - Parameter isRunning: whether it is being worked on here.
  init(_ job: KeyedJob, isRunning: Bool = false) {
    let progress = job.progress
    let phase: Phase =
      switch progress.state {
      case .open: isRunning || progress.finished > 0 || progress[.leased] > 0 ? .running : .starting
      case .paused: .paused(job.pauseReason ?? "it is tried again later")
      case .canceled: .canceled
      // It came to its end, and brought nothing.
      case .done where progress.total > 0 && progress[.failed] == progress.total:
        .failed(Self.allFailed(progress.total))
      case .done: .complete
      }
    // The works of a canceled job may have been removed: it still was about them.
    let total = progress.total + (phase == .canceled ? progress[.removed] : 0)
    self.init(
      key: job.key, phase: phase, total: total, finished: progress.finished,
      enriched: progress[.enriched], failed: progress[.failed], currentWork: nil,
      updated: progress.updated)
  }
}
