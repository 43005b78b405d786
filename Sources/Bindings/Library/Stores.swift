internal import MixCore
internal import Reactor
internal import ScriptHost

/// The library and the jobs, opened at their first use. All of it blocks: it is used within `offload`.
final class Stores: Sendable {
  /// What is in the store.
  struct Parts: Sendable {
    let store: DataStore
    let library: Library
    let jobs: SQLJobStore
  }

  private let place: StorePlace
  private let time: any TimeSource
  // Guarded: blocking work runs on many threads.
  private let parts = Guarded<Parts?>(nil)

  init(_ place: StorePlace, time: any TimeSource) {
    self.place = place
    self.time = time
  }

  /// The two clocks now.
  var now: JobTime { JobTime(wall: time.wall, monotonic: time.monotonic.seconds) }

  /// Runs blocking work on the opened file, off the reactor.
  func run<T: Sendable>(_ work: @escaping @Sendable (Parts) throws -> T) async throws -> T {
    try await offload { [self] in try work(opened()) }
  }

  /// As ``run(_:)``, for what only reads: a failure is raised in the script, as `nil` would look like
  /// nothing being there.
  func read<T: Sendable>(_ work: @escaping @Sendable (Parts) throws -> T) async throws -> T {
    try await raisingDataErrors { try await run(work) }
  }

  /// At the end of a run: makes the file whole by itself.
  func settle() async {
    let store = parts.withLock { $0?.store }
    guard let store else { return }
    _ = try? await offload { store.settle() }
  }

  private func opened() throws -> Parts {
    try parts.withLock { parts in
      if let parts { return parts }
      let store = try place.open()
      let made = Parts(store: store, library: Library(store), jobs: SQLJobStore(store))
      // One that may only be read stays as it is; a change will say so.
      if !store.isReadOnly { try Self.tidyIfRoom(made, now) }
      parts = made
      return made
    }
  }

  private static func tidyIfRoom(_ parts: Parts, _ now: JobTime) throws {
    if parts.store.isShared { return try tidyShared(parts, now) }
    do { try tidy(parts, now) } catch let error as DataFileError where error.kind == .full {
      // Reads still work; the next write reports the full disk.
    }
  }

  /// How often a store that many hosts share is tidied, in seconds: it looks at the whole queue.
  private static let sharedPause = 3_600.0

  private static func tidyShared(_ parts: Parts, _ now: JobTime) throws {
    let times = RefreshStore(parts.store)
    let last = try times.history("store.tidy", key: "", now: now.wall).lastSuccess
    if let last, now.wall < last + sharedPause { return }
    guard try times.begin("store.tidy", key: "", now: now.wall) else { return }
    try tidy(parts, now)
    try times.record(.success(changes: []), "store.tidy", key: "", now: now.wall)
  }

  /// What an earlier run may have left: leases of dead processes, items of works that are gone, works
  /// that say `queued` and are in no queue.
  static func tidy(_ parts: Parts, _ now: JobTime) throws {
    try parts.jobs.recover(now: now)
    try parts.jobs.removeItems(now: now) { try parts.library.missing($0) }
    var queued = Library.Filter()
    queued.statuses = [.queued]
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
        stray.filter { failures[$0] == nil }, .pending, now: now.wall)
    }
  }
}

/// How refreshes went; opened at its first use.
final class RefreshTimes: Sendable {
  private let place: StorePlace
  // Guarded: blocking work runs on many threads.
  private let store = Guarded<DataStore?>(nil)

  init(_ place: StorePlace) { self.place = place }

  /// Runs blocking work on the opened file, off the reactor.
  func run<T: Sendable>(_ work: @escaping @Sendable (RefreshStore) throws -> T) async throws -> T {
    try await offload { [self] in try work(RefreshStore(opened())) }
  }

  /// As ``run(_:)``, for what only reads; see ``Stores/read(_:)``.
  func read<T: Sendable>(_ work: @escaping @Sendable (RefreshStore) throws -> T) async throws -> T {
    try await raisingDataErrors { try await run(work) }
  }

  /// At the end of a run: makes the file whole by itself.
  func settle() async {
    let opened = store.withLock { $0 }
    guard let opened else { return }
    _ = try? await offload { opened.settle() }
  }

  private func opened() throws -> DataStore {
    try store.withLock { store in
      if let store { return store }
      let made = try place.open()
      store = made
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
