import Reactor
@testable import Net
@testable import Store

// @unchecked Sendable: confined to the run's reactor until the run is over.
/// Gives the answers of a test.
final class ScriptedHandler: JobHandler, @unchecked Sendable {
  private let time: ManualTime
  private let store: any JobStore
  private let answer: @Sendable (LeasedItem) throws -> Attempt
  private let onPrepare: @Sendable ([LeasedItem]) -> AttemptFailure?
  private(set) var preparations = 0
  private(set) var starts: [Double] = []
  let saved = Guarded<[Int64]>([])
  /// Called at the start of each attempt.
  var before: (@Sendable (LeasedItem) async throws -> Void)?
  /// Called before items are prepared.
  var beforePreparing: (@Sendable () async throws -> Void)?
  /// Thrown by every save.
  var savingError: (any Error & Sendable)?
  let waits = Guarded<[JobWait]>([])
  let progress = Guarded<[Int]>([])
  private(set) var savedWhileOpen = true
  /// The number of items of each save.
  private(set) var batches: [Int] = []

  /// The upstreams that items waited for.
  var upstreams: [String] {
    waits.withLock { waits in
      waits.compactMap { if case .upstream(let wait) = $0 { wait.upstream } else { nil } }
    }
  }

  /// The waits for next attempts.
  var rests: [JobWait] {
    waits.withLock { waits in waits.filter { if case .retry = $0 { true } else { false } } }
  }

  init(
    time: ManualTime, store: any JobStore,
    prepare: @escaping @Sendable ([LeasedItem]) -> AttemptFailure? = { _ in nil },
    _ answer: @escaping @Sendable (LeasedItem) throws -> Attempt
  ) {
    onPrepare = prepare
    self.time = time
    self.store = store
    self.answer = answer
  }

  func prepare(_ items: [LeasedItem]) async throws -> AttemptFailure? {
    preparations += 1
    try await beforePreparing?()
    return onPrepare(items)
  }

  func attempt(_ item: LeasedItem) async throws -> Attempt {
    starts.append(time.wall)
    try await before?(item)
    return try answer(item)
  }

  func saving(
    _ settled: [SettledItem]
  ) async throws -> @Sendable (Set<Int64>) throws -> Void {
    let works = settled.map(\.item.work)
    if !works.isEmpty { batches.append(works.count) }
    if try store.openWorks(works).count != works.count { savedWhileOpen = false }
    let (saved, error) = (saved, savingError)
    return { kept in
      if let error { throw error }
      saved.withLock { $0 += settled.filter { kept.contains($0.item.id) }.map(\.item.work) }
    }
  }

  func report(_ event: JobRunEvent) async throws {
    if case .waiting(_, let wait, _) = event { waits.withLock { $0.append(wait) } }
    if case .progress(let done, _) = event { progress.withLock { $0.append(done) } }
    // Others go first, as they do while a script's function hears of it.
    await Task.yield()
  }
}
