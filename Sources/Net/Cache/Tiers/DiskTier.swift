internal import Dispatch
internal import Files
internal import Glibc
internal import Notation
internal import Reactor
internal import Synchronization

/// The cache's tier on disk, shared by ``ResponseCache`` and ``KeyValueCache``.
///
/// Reads run where they are called and take a few microseconds; writes are gathered and done on a
/// queue of their own, one transaction for a burst. The file is opened at the first use, and what is
/// wrong with it never reaches a caller: a damaged or foreign file is set aside and rebuilt, one that
/// cannot be opened or written leaves the memory tier alone. The first such event is reported
/// to `onWarning`, the later ones are not.
public final class DiskTier: Sendable {
  // Three threads meet here (callers of two caches and the writer): hence the mutexes.
  private enum State {
    case closed
    case open(CacheFile)
    case off
  }

  private let state = Guarded(State.closed)
  private let pending = Guarded(PendingWrites())
  private let warned = Atomic(false)
  private let setAsides = Atomic(0)
  let writtenSinceCheck = Atomic(Int.max / 2)
  private let queue = DispatchQueue(label: "mixhost.cache.writer", qos: .utility)
  // Not the writer's: it may be waiting for bursts to end.
  private let burstQueue = DispatchQueue(label: "mixhost.cache.reader", qos: .utility)
  let log = Guarded(CacheLog())
  private let onWarning: @Sendable (String) -> Void
  private let maxPages: Int?

  /// Where the file is.
  public let path: String
  /// The most bytes of the file and its log; the rows used longest ago go first.
  public let maxBytes: Int

  /// How long a burst is gathered before it is written.
  static let gathering = DispatchTimeInterval.milliseconds(10)
  /// How long lookups share a read transaction, and so how late they see another program's writes.
  static let burstLength = DispatchTimeInterval.milliseconds(50)
  /// The most bytes that may wait; a caller that brings more waits for the writer.
  static let maxWaitingBytes = 32_000_000
  /// Bytes written between two looks at the file's size.
  static let checkInterval = 8_000_000

  /// Opens nothing yet.
  /// - Parameters:
  ///   - path: the file, usually ``Home/cacheFile``; its folder is made when needed.
  ///   - maxBytes: the size limit of the file and its log, 500 MB by default.
  ///   - onWarning: called at most once, from any thread, with the reason why there is no disk tier.
  public convenience init(
    path: String, maxBytes: Int = 500_000_000, onWarning: @escaping @Sendable (String) -> Void
  ) {
    self.init(path: path, maxBytes: maxBytes, maxPages: nil, onWarning: onWarning)
  }

  /// - Parameter maxPages: makes SQLite report a full disk at this many pages.
  init(
    path: String, maxBytes: Int, maxPages: Int?, onWarning: @escaping @Sendable (String) -> Void
  ) {
    self.path = path
    self.maxBytes = maxBytes
    self.maxPages = maxPages
    self.onWarning = onWarning
  }

  deinit {
    if case .open(let file) = state.withLock({ $0 }) { file.close() }
  }

  // MARK: Rows

  /// One row, be it written already or not.
  func read(_ table: CacheTable, _ key: CacheKey, now: Double) -> DiskRecord? {
    let place = PendingWrites.Place(table: table, key: key)
    if let change = pending.withLock({ $0.change(place) }) { return change }
    guard let file = file(create: false), let record = attempt(file, { try read($0, table, key) }),
      let record
    else { return nil }
    // A minute is fine enough to find what was not used for long.
    if Int64(clamping: now) - record.used >= 60 {
      schedule { $0.touch(place, at: Int64(clamping: now)) }
    }
    return record
  }

  private func read(_ file: CacheFile, _ table: CacheTable, _ key: CacheKey) throws -> DiskRecord? {
    try file.read(table, key) {
      burstQueue.asyncAfter(deadline: .now() + Self.burstLength) { [weak self] in
        _ = self?.attempt(file) { try $0.endBurst() }
      }
    }
  }

  /// Sets a row soon; lookups see it at once.
  func write(_ table: CacheTable, _ key: CacheKey, _ record: DiskRecord) {
    change(PendingWrites.Place(table: table, key: key), record)
  }

  /// Removes a row soon; lookups see it gone at once.
  func remove(_ table: CacheTable, _ key: CacheKey) {
    change(PendingWrites.Place(table: table, key: key), nil)
  }

  private func change(_ place: PendingWrites.Place, _ record: DiskRecord?) {
    if isOff { return }
    let waiting = schedule { pending in
      pending.put(place, record)
      return pending.bytes
    }
    if waiting > Self.maxWaitingBytes { queue.sync { drain() } }
  }

  // MARK: Maintenance

  /// Waits until everything has been written.
  public func flush() async { await onQueue { $0.drain() } }

  /// Writes everything and closes the file; a later use opens it again.
  public func close() async {
    await onQueue { tier in
      tier.drain()
      tier.state.withLock { state in
        guard case .open(let file) = state else { return }
        file.close()
        state = .closed
      }
    }
  }

  /// Removes all rows of a table, or those of one group.
  func clear(_ table: CacheTable, group: String? = nil) async {
    pending.withLock { $0.drop(table, group: group) }
    await onQueue { tier in
      tier.drain()
      guard let file = tier.file(create: false) else { return }
      tier.attempt(file) { try $0.clear(table, group: group) }
    }
  }

  /// Removes rows that expired before a moment, then those over the size limit; returns how many.
  func prune(_ table: CacheTable, expiredBefore moment: Double) async -> Int {
    await onQueue { tier in
      tier.drain()
      guard let file = tier.file(create: false) else { return 0 }
      let expired = tier.attempt(file) { try $0.removeExpired(table, before: moment) } ?? 0
      return expired + tier.enforceLimit(file)
    }
  }

  /// The contents of a table, unwritten rows included.
  func usage(_ table: CacheTable) async -> DiskUsage {
    await onQueue { tier in
      tier.drain()
      guard let file = tier.file(create: false) else { return DiskUsage() }
      return tier.attempt(file) { try $0.usage(table) } ?? DiskUsage()
    }
  }

  package func onQueue<T: Sendable>(_ work: @escaping @Sendable (DiskTier) -> T) async -> T {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work(self)) }
    }
  }

  // MARK: Writing behind

  // Changes what waits and makes sure that the writer comes by.
  @discardableResult
  private func schedule<T>(_ change: (inout PendingWrites) -> T) -> T {
    let (result, isFirst) = pending.withLock { pending in
      let result = change(&pending)
      let isFirst = !pending.isScheduled
      pending.isScheduled = true
      return (result, isFirst)
    }
    if isFirst { queue.asyncAfter(deadline: .now() + Self.gathering) { self.drain() } }
    return result
  }

  // On the queue. Writes bursts until nothing waits.
  package func drain() {
    while let burst = pending.withLock({ $0.begin() }) {
      let bytes = burst.changes.values.reduce(0) { $0 + ($1?.size ?? 0) }
      // A second try, in the rebuilt file, when the first one found it damaged.
      for _ in 0..<2 {
        guard let file = file(create: true) else { break }
        let isDone: Void? = attempt(file) { file in
          guard hasRoom(file) else { return }
          try file.apply(burst.changes, touched: burst.touched)
        }
        if isDone != nil { break }
      }
      pending.withLock { $0.finish() }
      checkSize(after: bytes)
    }
  }

  // MARK: The file and what may be wrong with it

  private var isOff: Bool {
    state.withLock { if case .off = $0 { true } else { false } }
  }

  // The opened file; a lookup does not create one.
  func file(create: Bool) -> CacheFile? {
    state.withLock { state in
      switch state {
      case .open(let file): return file
      case .off: return nil
      case .closed:
        if !create && access(path, F_OK) != 0 && errno == ENOENT { return nil }
        let file = open()
        state = file.map { .open($0) } ?? .off
        return file
      }
    }
  }

  private func open() -> CacheFile? {
    do {
      try PrivateFile.createFolder(PrivateFile.folder(of: path))
      return try openOrRebuild()
    } catch {
      warn(
        "the cache file \(path) cannot be used, the cache is in memory only: \(CacheFailure.reason(error))"
      )
      return nil
    }
  }

  private func openOrRebuild() throws -> CacheFile {
    do {
      return try CacheFile(path: path, maxPages: maxPages)
    } catch  where CacheFailure.isDamage(error) {
      try setAside(because: error)
      return try CacheFile(path: path, maxPages: maxPages)
    }
  }

  // Runs an operation; nil when it failed, which has been dealt with.
  @discardableResult
  func attempt<T>(_ file: CacheFile, _ operation: (CacheFile) throws -> T) -> T? {
    do {
      return try operation(file)
    } catch {
      recover(file, from: error)
      return nil
    }
  }

  private func recover(_ file: CacheFile, from error: any Error) {
    if CacheFailure.isPassing(error) {
      return warn("the cache file \(path) cannot be written: \(CacheFailure.reason(error))")
    }
    state.withLock { state in
      guard case .open(let current) = state, current === file else { return }
      file.close()
      state = .off
      guard CacheFailure.isDamage(error) else {
        return warn(
          "the cache file \(path) failed, the cache is in memory only: \(CacheFailure.reason(error))"
        )
      }
      do {
        try setAside(because: error)
        state = .closed
      } catch {
        warn("the damaged cache file \(path) cannot be set aside: \(CacheFailure.reason(error))")
      }
    }
  }

  // Renames the file; at most twice in a process, or a failing disk would fill with damaged files.
  private func setAside(because error: any Error) throws {
    let count = setAsides.add(1, ordering: .relaxed).newValue
    guard count <= 2 else { throw error }
    // The second of one second must not replace the first.
    let target = "\(path).damaged-\(PrivateFile.timestamp())\(count == 1 ? "" : "-2")"
    try PrivateFile.rename(path, to: target)
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    warn(
      "the cache file \(path) is damaged or not ours (\(CacheFailure.reason(error))); kept as \(target)"
    )
  }

  func warn(_ message: String) {
    if warned.exchange(true, ordering: .relaxed) { return }
    onWarning(message)
  }
}
