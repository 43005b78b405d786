internal import Reactor
internal import Synchronization

// Keeps the file and its log within their limit.
extension DiskTier {
  // Whether the log can take a burst; what it cannot take is dropped, for it is only a cache.
  func hasRoom(_ file: CacheFile) -> Bool {
    let room = log.withLock { $0.room(in: file, maxBytes: maxBytes) }
    if room == .none {
      warn(
        "the cache file \(path) is being read by another program that does not let its log be emptied: "
          + "new answers are kept in memory only until that has ended")
    }
    return room != .none
  }

  func checkSize(after bytes: Int) {
    let total = writtenSinceCheck.add(bytes, ordering: .relaxed).newValue
    guard total > min(Self.checkInterval, maxBytes / 4), let file = file(create: false) else {
      return
    }
    writtenSinceCheck.store(0, ordering: .relaxed)
    _ = enforceLimit(file)
  }

  // Removes the rows used longest ago, when there is more than the limit, until nine tenths of it are
  // left; how many. Removing is written, too: not where the log cannot take it.
  func enforceLimit(_ file: CacheFile) -> Int {
    guard attempt(file, { try $0.holdsMore(than: maxBytes) }) == true else { return 0 }
    // Pages both in the file and in the log are not counted twice.
    _ = log.withLock { $0.empty(file) }
    var removed = 0
    while hasRoom(file),
      let count = attempt(file, { try $0.removeOldest(over: maxBytes / 10 * 9) }),
      count > 0
    {
      removed += count
    }
    _ = log.withLock { $0.empty(file) }
    return removed
  }
}
