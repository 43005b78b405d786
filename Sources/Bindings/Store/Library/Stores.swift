internal import MixCore
internal import Reactor
internal import ScriptHost

/// The parts of the store (the data file, or the fleet's), opened at their first use. All of it blocks: it is used within `offload`.
final class Stores: Sendable {
  /// The stores in the file.
  struct Parts: Sendable {
    let store: DataStore
    let library: Library
    let jobs: SQLJobStore
  }

  private let path: String
  private let address: @Sendable () throws -> String?
  private let time: any TimeSource
  private let grants: Grants
  // Guarded: blocking work runs on many threads.
  private let parts = Guarded<Parts?>(nil)

  /// - Parameters:
  ///   - path: of the data file.
  ///   - address: of the fleet's store, nil for none; asked once.
  init(
    path: String, address: @escaping @Sendable () throws -> String?, time: any TimeSource,
    grants: Grants
  ) {
    self.path = path
    self.address = address
    self.time = time
    self.grants = grants
  }

  /// The two clocks now.
  var now: ClockTime { ClockTime(wall: time.wall, monotonic: time.monotonic.seconds) }

  /// Runs blocking work on the opened file, off the reactor.
  func run<T: Sendable>(_ work: @escaping @Sendable (Parts) throws -> T) async throws -> T {
    try await offload { [self] in try work(opened()) }
  }

  /// As ``run(_:)``, for what only reads: a failure is raised in the script, as `nil` would look like
  /// nothing being there.
  func read<T: Sendable>(_ work: @escaping @Sendable (Parts) throws -> T) async throws -> T {
    try await raisingDataErrors { try await run(work) }
  }

  /// At the end of a run: makes the file whole without its log.
  func settle() async {
    let store = parts.withLock { $0?.store }
    guard let store else { return }
    _ = try? await offload { store.settle() }
  }

  private func opened() throws -> Parts {
    try parts.withLock { parts in
      if let parts { return parts }
      try grants.checkData(path)
      let store = try DataStore.open(address(), dataFile: path)
      let made = Parts(store: store, library: Library(store), jobs: SQLJobStore(store))
      // One that may only be read stays as it is; a change will say so. A shared one may be long, and
      // other hosts are in the middle of adding to it.
      if store.isShared {
        try made.jobs.recover(now: now)
      } else if !store.isReadOnly {
        try Self.tidyIfRoom(made, now)
      }
      parts = made
      return made
    }
  }

  private static func tidyIfRoom(_ parts: Parts, _ now: ClockTime) throws {
    do { try tidy(parts, now) } catch let error as DataFileError where error.kind == .full {
      // Reads still work; the next write reports the full disk.
    }
  }

  /// Tidies what an earlier run may have left: leases of dead processes, items of works that are gone, works
  /// that say `queued` and are in no queue.
  /// - Parameter seconds: for how long a work must have said so: another host may be about to queue it.
  static func tidy(_ parts: Parts, _ now: ClockTime, settledFor seconds: Double = 0) throws {
    try parts.jobs.recover(now: now)
    try parts.jobs.removeItems(now: now) { try parts.library.missing($0) }
    var queued = Library.Filter()
    queued.statuses = [.queued]
    if seconds > 0 { queued.changedBefore = now.wall - seconds }
    var last: Int64 = 0
    while true {
      let page = try parts.library.ids(queued, after: last, limit: 5_000)
      guard let end = page.last else { return }
      last = end
      let open = try parts.jobs.openWorks(page)
      let stray = page.filter { !open.contains($0) }
      // An item that was given up because its processes died had nobody left to say so.
      let failures = try parts.jobs.failures(stray)
      let updates = failures.map { work, reason in
        var update = WorkUpdate(work, source: "queue")
        update.status = .failed
        update.error = reason
        return update
      }
      _ = try parts.library.merge(updates, now: now.wall)
      try parts.library.setStatus(
        stray.filter { failures[$0] == nil }, .pending, from: .queued, now: now.wall)
    }
  }
}

/// How refreshes went, in the data file; opened at its first use.
final class RefreshTimes: Sendable {
  private let path: String
  private let address: @Sendable () throws -> String?
  private let grants: Grants
  // Guarded: blocking work runs on many threads.
  private let file = Guarded<DataStore?>(nil)
  /// When runs of this host began, by name and key.
  private let begun = Guarded<[[String]: Double]>([:])

  /// - Parameters:
  ///   - path: of the data file, or ":memory:".
  ///   - address: of the fleet's store, nil for none; asked once.
  init(path: String, address: @escaping @Sendable () throws -> String?, grants: Grants) {
    self.path = path
    self.address = address
    self.grants = grants
  }

  /// Runs blocking work on the opened file, off the reactor.
  func run<T: Sendable>(_ work: @escaping @Sendable (RefreshStore) throws -> T) async throws -> T {
    try await offload { [self] in try work(RefreshStore(opened())) }
  }

  /// As ``run(_:)``, for what only reads; see ``Stores/read(_:)``.
  func read<T: Sendable>(_ work: @escaping @Sendable (RefreshStore) throws -> T) async throws -> T {
    try await raisingDataErrors { try await run(work) }
  }

  /// Records that a run begins, as ``RefreshStore/begin(_:key:now:replaces:)`` does.
  func begin(
    _ name: String, key: String, now: Double, replaces: Bool
  ) async throws -> Bool {
    let may = try await run { try $0.begin(name, key: key, now: now, replaces: replaces) }
    if may { begun.withLock { $0[[name, key]] = now } }
    return may
  }

  /// At the end of a run: gives up refreshes that were cut off, which would keep others waiting, and
  /// makes the file whole without its log.
  func settle() async {
    let opened = file.withLock { $0 }
    guard let opened else { return }
    let begun = begun.withLock { $0 }
    _ = try? await offload {
      let store = RefreshStore(opened)
      for (names, started) in begun {
        try? store.giveUp(names[0], key: names[1], started: started)
      }
      return opened.settle()
    }
  }

  private func opened() throws -> DataStore {
    try file.withLock { file in
      if let file { return file }
      if path != ":memory:" { try grants.checkData(path) }
      let made = try DataStore.open(path == ":memory:" ? nil : address(), dataFile: path)
      file = made
      return made
    }
  }
}

/// Has errors of the data file raised in the script.
func raisingDataErrors<T: Sendable>(_ work: () async throws -> T) async throws -> T {
  do { return try await work() } catch let error as DataFileError {
    throw HostError.raising(error)
  }
}
