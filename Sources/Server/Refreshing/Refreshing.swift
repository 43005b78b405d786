internal import Bindings
internal import HostSetup
internal import MixCore
internal import Notation

/// The server's refreshers: runs their scripts when their rules decide so, and keeps the output.
struct Refreshing: Sendable {
  let scheduler: RefreshScheduler
  /// The fleet's duty to run due refreshers; nil without a fleet.
  let duty: FleetDuty?
  private let documents: SharedDocuments?
  private let watch: (any JobWatch)?
  private let folder: String

  /// - Parameters:
  ///   - duty: the fleet's duty to run due refreshers; nil without a fleet.
  ///   - documents: the fleet's shared outputs; nil to keep them in the home.
  ///   - isWatched: whether a result is on somebody's screen, apart from event streams.
  init(
    _ setup: Setup, _ refreshers: [Refresher], globals: [String], events: EventBus,
    duty: FleetDuty?, documents: SharedDocuments?, isWatched: @escaping @Sendable () -> Bool
  ) {
    let (host, folder) = (setup.host, setup.host.home.cache + "/server")
    (self.folder, self.duty, self.documents) = (folder, duty, documents)
    watch = documents?.watch { name in
      events.publish(.changed(name, .members(["name": .string(name)])))
    }
    let process = ScriptProcess(globals: globals)
    scheduler = RefreshScheduler(
      host: host, engine: setup.engine, refreshers: refreshers,
      changed: SettingsWatch(host.settings.configuration).refreshers,
      isOnDuty: { duty?.isHeld ?? true },
      isVisible: { _ in events.hasSubscribers || isWatched() },
      onChange: { state in
        events.publish(.changed("refreshers", Self.json(state)))
        if !state.isRunning {
          events.publish(
            .changed(state.refresher.name, .members(["name": .string(state.refresher.name)])))
        }
      },
      run: { refresher, forced in
        let more = forced ? refresher.forcedArguments : []
        let output = try await process.run(
          refresher.command, refresher.arguments + more + ["--json"])
        let (path, name) = (Self.path(folder, refresher.name), refresher.name)
        try await blocking {
          if let documents {
            try documents.put(output, of: name)
          } else {
            try PrivateFile.write(output, to: path)
          }
        }
      })
  }

  /// The last output of a refresher's script; nil if it has not run.
  /// - Throws: `FileError`.
  func document(_ name: String) async throws -> [UInt8]? {
    let (path, documents) = (Self.path(folder, name), documents)
    return try await blocking {
      if let documents { return try documents.document(name) }
      return try PrivateFile.read(path)
    }
  }

  private static func path(_ folder: String, _ name: String) -> String { "\(folder)/\(name).json" }

  /// A refresher as the routes show it.
  static func json(_ state: RefresherState) -> JSON {
    let (refresher, history) = (state.refresher, state.history)
    // Without failures the error says why there was nothing to fetch.
    let idle = history.failures == 0 ? history.error.map { "idle: \($0)" } : nil
    return .members([
      "name": .string(refresher.name), "doc": .string(refresher.doc),
      "rule": .string(refresher.rule), "every": refresher.every.map(JSON.number),
      "running": .bool(state.isRunning),
      "action": state.decision.map { .string($0.action.rawValue) },
      "nextAt": state.decision.map { .number($0.nextAt) },
      "reason": (idle ?? state.decision?.reason).map(JSON.string),
      "problem": state.problem.map(JSON.string),
      "lastSuccess": history.lastSuccess.map(JSON.number),
      "lastFailure": history.lastFailure.map(JSON.number),
      "failures": .int(Int64(history.failures)),
      "error": idle == nil ? history.error.map(JSON.string) : nil,
    ])
  }
}
