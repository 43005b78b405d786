internal import Notation
public import Reactor

/// Values that scripts keep under a key for a while, in namespaces: memory over ``DiskTier``.
///
/// Not Sendable: confined to the engine that made it.
public final class KeyValueCache {
  /// A value and its state at the time of the lookup.
  public struct Value: Sendable, Equatable {
    /// The value.
    public var bytes: [UInt8]
    /// Whether its time to live is over.
    public var isExpired: Bool
    /// Seconds since it was set.
    public var age: Double
  }

  private struct Place: Hashable {
    let namespace: String
    let key: String
    // Of both texts, which are hashed once for all look-ups.
    private let hash: Int

    init(namespace: String, key: String) {
      self.namespace = namespace
      self.key = key
      var hasher = Hasher()
      hasher.combine(namespace)
      hasher.combine(key)
      hash = hasher.finalize()
    }

    static func == (left: Place, right: Place) -> Bool {
      left.hash == right.hash && left.key == right.key && left.namespace == right.namespace
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    // A length before the namespace keeps ("a", "bc") and ("ab", "c") apart.
    var diskKey: CacheKey { CacheKey("\(namespace.utf8.count):\(namespace)\(key)") }
  }

  private struct Stored {
    var bytes: [UInt8]
    var stored: Double
    var expires: Double

    /// Also when it was set at a time that is still to come.
    func isExpired(at now: Double) -> Bool {
      now >= expires || expires < .infinity && !Freshness.isPast(stored, at: now)
    }
  }

  private let disk: DiskTier?
  private let time: any TimeSource
  private var memory: LRUCache<Place, Stored>
  private var pressure: MemoryPressure
  private var counters = CacheStatistics()

  /// - Parameters:
  ///   - disk: the tier on disk, shared with ``ResponseCache``; nil: memory only.
  ///   - time: whose wall clock ends the times to live.
  ///   - memory: the size of the memory tier.
  public init(disk: DiskTier?, time: any TimeSource, memory: MemoryLimits = .values) {
    self.disk = disk
    self.time = time
    self.memory = LRUCache(maxCount: memory.entries, maxBytes: memory.bytes)
    pressure = MemoryPressure()
  }

  /// The value of a key; nil when there is none, or only an expired one and `allowExpired` is false.
  public func get(_ key: String, in namespace: String, allowExpired: Bool = false) -> Value? {
    let now = time.wall
    guard let (stored, fromDisk) = find(Place(namespace: namespace, key: key), now: now),
      allowExpired || !stored.isExpired(at: now)
    else {
      counters.misses += 1
      return nil
    }
    if fromDisk { counters.diskHits += 1 } else { counters.memoryHits += 1 }
    return Value(
      bytes: stored.bytes, isExpired: stored.isExpired(at: now), age: max(0, now - stored.stored))
  }

  /// Sets a value for `ttl` seconds (nil: until it is removed or pruned); 0 and less remove it.
  public func set(_ key: String, in namespace: String, to bytes: [UInt8], ttl: Double?) {
    let place = Place(namespace: namespace, key: key)
    let now = time.wall
    if let ttl, !(ttl > 0) { return forget(place) }
    let stored = Stored(bytes: bytes, stored: now, expires: ttl.map { now + $0 } ?? .infinity)
    remember(place, stored)
    var meta = RecordWriter()
    meta.write(now)
    let record = DiskRecord(
      expires: stored.expires, group: namespace, meta: meta.bytes, body: bytes,
      used: Int64(clamping: now))
    disk?.write(.entry, place.diskKey, record)
    if pressure.isShortAfterStore() { shrink(to: 0.25) }
  }

  /// Removes a key; returns whether it had a value, expired or not.
  @discardableResult
  public func remove(_ key: String, in namespace: String) -> Bool {
    let place = Place(namespace: namespace, key: key)
    let existed = find(place, now: time.wall) != nil
    forget(place)
    return existed
  }

  // MARK: Maintenance

  /// Keeps at most this share (0 to 1) of what the memory tier may hold; the disk tier is not touched.
  public func shrink(to share: Double) {
    let share = min(max(share, 0), 1)
    memory.shrink(
      toCount: Int(clamping: Double(memory.maxCount) * share),
      bytes: Int(clamping: Double(memory.maxBytes) * share))
  }

  /// Waits until everything has been written to disk.
  public func flush() async { await disk?.flush() }

  /// Forgets the values of a namespace, or all, in both tiers.
  public func clear(namespace: String? = nil) async {
    memory.removeAll { namespace == nil || $0.namespace == namespace }
    await disk?.clear(.entry, group: namespace)
    // Again: a lookup during the wait may have brought a row back.
    memory.removeAll { namespace == nil || $0.namespace == namespace }
  }

  /// Removes values from disk that expired `grace` seconds ago or earlier, then those used longest
  /// ago while the file is over its limit.
  /// - Returns: how many rows went.
  public func prune(expiredFor grace: Double = 0) async -> Int {
    let removed = await disk?.prune(.entry, expiredBefore: time.wall - grace) ?? 0
    memory.shrink(toCount: 0, bytes: 0)
    return removed
  }

  /// Hits and misses of this process, and what the tiers hold.
  public func statistics() async -> CacheStatistics {
    var result = counters
    (result.memoryEntries, result.memoryBytes) = (memory.count, memory.bytes)
    let usage = await disk?.usage(.entry) ?? DiskUsage()
    (result.diskEntries, result.diskBytes) = (usage.entries, usage.bytes)
    return result
  }

  // MARK: Tiers

  private func find(_ place: Place, now: Double) -> (Stored, fromDisk: Bool)? {
    if let stored = memory.get(place) { return (stored, false) }
    guard let record = disk?.read(.entry, place.diskKey, now: now) else { return nil }
    var meta = RecordReader(record.meta)
    let stored = Stored(
      bytes: record.body, stored: meta.double() ?? now, expires: record.expires)
    remember(place, stored)
    return (stored, true)
  }

  private func remember(_ place: Place, _ stored: Stored) {
    let size = stored.bytes.count + place.key.utf8.count + place.namespace.utf8.count + 128
    memory.set(place, stored, bytes: size)
  }

  private func forget(_ place: Place) {
    memory.remove(place)
    disk?.remove(.entry, place.diskKey)
  }
}
