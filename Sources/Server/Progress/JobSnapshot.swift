internal import Notation
internal import MixCore
internal import NIOCore
internal import NIOWebSocket

/// The state of a job at one moment.
struct JobSnapshot: Sendable, Equatable {
  /// The phases of a job.
  enum Phase: Sendable, Equatable {
    /// The job waits for its turn, or has just begun.
    case starting
    case running
    /// The job's items wait, with the reason.
    case waiting(String)
    /// The job cannot continue for now, with the reason; it is retried.
    case paused(String)
    case complete
    case canceled
    /// The job cannot be worked on, or all its items failed; with the reason.
    case failed(String)

    /// The phase's name in the routes.
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
  /// The number of items that are done or failed.
  var finished: Int
  var enriched: Int
  var failed: Int
  /// The work of the item that ended last.
  var currentWork: Int64?
  /// The time of the last change, in seconds since 1970.
  var updated: Double
  /// How long the rest takes at the upstreams' rates, as text; nil if no rate limits it.
  var forecast: String?

  /// Whether the job has ended for good.
  var isOver: Bool { closing != nil }

  /// The close code and reason for the sockets of a job that is over (document 002).
  var closing: (code: WebSocketErrorCode, reason: String)? {
    switch phase {
    case .starting, .running, .waiting, .paused: nil
    case .complete: (.normalClosure, "Enrichment complete")
    case .canceled: (.goingAway, Self.canceledStatus)
    case .failed: (.unexpectedServerError, "Enrichment failed")
    }
  }

  /// The state in which the job began.
  var start: JobSnapshot {
    JobSnapshot(
      key: key, phase: .starting, total: total, finished: 0, enriched: 0, failed: 0,
      currentWork: nil, updated: updated)
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
  /// - Parameter keepAlive: whether the message only shows that the connection is alive.
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

  /// The state of a job from the store's facts.
  /// - Parameter isRunning: whether this server is working on it.
  init(_ job: KeyedJob, isRunning: Bool = false) {
    let progress = job.progress
    let phase: Phase =
      switch progress.state {
      case .open: isRunning || progress.finished > 0 || progress[.leased] > 0 ? .running : .starting
      case .paused: .paused(job.pauseReason ?? "it is tried again later")
      case .canceled: .canceled
      // The job ended, but every item failed.
      case .done where progress.total > 0 && progress[.failed] == progress.total:
        .failed(Self.allFailed(progress.total))
      case .done: .complete
      }
    // Works of a canceled job may have been removed since; they still count.
    let total = progress.total + (phase == .canceled ? progress[.removed] : 0)
    self.init(
      key: job.key, phase: phase, total: total, finished: progress.finished,
      enriched: progress[.enriched], failed: progress[.failed], currentWork: nil,
      updated: progress.updated)
  }
}
