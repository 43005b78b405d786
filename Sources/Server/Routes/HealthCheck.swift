internal import Logging
internal import MixCore
internal import Reactor
internal import Synchronization

/// Checks for `/health` whether the data file can be read and written.
///
/// The file is checked at most every five seconds, and a request never waits long: between checks,
/// and while another program holds the file, it gets the last result.
final class HealthCheck: Sendable {
  /// How long a result is used, in seconds.
  private static let age = 5.0
  private struct State {
    var problem: DataFileError?
    var time = -Double.infinity
    var isLooking = false
  }

  private let check: StoreCheck
  private let time: any TimeSource
  private let log: AccessLog
  private let patience: Duration
  // Requests come from any thread.
  private let state = Mutex(State())

  /// Opens a connection for the check. Blocks.
  /// - Parameter patience: how long an answer waits for a new result.
  /// - Throws: `DataFileError`.
  init(
    _ store: DataStore, time: any TimeSource, log: AccessLog, patience: Duration = .seconds(2)
  ) throws {
    check = try StoreCheck(store)
    self.time = time
    self.log = log
    self.patience = patience
  }

  /// The data file's problem; nil if none is known.
  func problem() async -> DataFileError? {
    let now = time.monotonic.seconds
    let looks = state.withLock { state in
      if state.isLooking || now - state.time < Self.age { return false }
      state.isLooking = true
      return true
    }
    if looks {
      let (ended, end) = AsyncStream.makeStream(of: Void.self)
      Task { [check] in
        var problem: DataFileError?
        do { try await blocking { try check.look() } } catch {
          problem = error as? DataFileError
        }
        self.found(problem, now)
        end.finish()
      }
      let deadline = Deadline(in: patience) { end.finish() }
      for await _ in ended {}
      deadline.cancel()
    }
    return state.withLock { $0.problem }
  }

  private func found(_ problem: DataFileError?, _ now: Double) {
    let isNews = state.withLock { state in
      defer { state = State(problem: problem, time: now, isLooking: false) }
      return state.problem?.kind != problem?.kind
    }
    guard isNews else { return }
    if let problem {
      log.note(.error, problem.description)
    } else {
      log.note(.notice, "the data file can be used again")
    }
  }
}

extension DataFileError.Kind {
  /// A description of the kind that reveals nothing about the machine.
  var words: String {
    switch self {
    case .damaged: "the data file is damaged"
    case .foreign: "the data file belongs to another program"
    case .newer: "the data file belongs to a later version"
    case .full: "there is no room left for the data file"
    case .readOnly: "the data file cannot be written"
    case .busy: "the data file is held by another process"
    case .unreachable: "the store cannot be reached"
    case .denied: "the store does not let this host in"
    case .refused: "the store is not one for this host"
    case .failed, .held, .exists, .missing, .unknown: "the data file cannot be used"
    }
  }
}
