/// The least recently used go first, by count and by bytes; every operation is O(1).
///
/// The order is a doubly linked list threaded through one array of slots, so that a hit moves two
/// numbers and allocates nothing.
struct LRUCache<Key: Hashable, Value> {
  private struct Slot {
    var key: Key
    var value: Value
    var bytes: Int
    var newer: Int
    var older: Int
  }

  private var slots: [Slot?] = []
  private var free: [Int] = []
  private var places: [Key: Int] = [:]
  private var newest = -1
  private var oldest = -1

  /// The most entries, and the most bytes by what their callers declared.
  let maxCount: Int
  let maxBytes: Int
  /// The bytes of all entries, as declared.
  private(set) var bytes = 0

  init(maxCount: Int, maxBytes: Int) {
    self.maxCount = maxCount
    self.maxBytes = maxBytes
  }

  var count: Int { places.count }

  /// The value of a key, which becomes the newest.
  mutating func get(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    if place != newest {
      unlink(place)
      linkAsNewest(place)
    }
    return slots[place]?.value
  }

  /// Sets a value and drops the oldest until all fits; one larger than everything is not kept.
  mutating func set(_ key: Key, _ value: Value, bytes size: Int) {
    remove(key)
    guard size <= maxBytes, maxCount > 0 else { return }
    let slot = Slot(key: key, value: value, bytes: size, newer: -1, older: -1)
    let place: Int
    if let reused = free.popLast() {
      place = reused
      slots[place] = slot
    } else {
      place = slots.count
      slots.append(slot)
    }
    places[key] = place
    bytes += size
    linkAsNewest(place)
    shrink(toCount: maxCount, bytes: maxBytes)
  }

  /// Removes a key; returns whether it was there.
  @discardableResult
  mutating func remove(_ key: Key) -> Bool {
    guard let place = places.removeValue(forKey: key) else { return false }
    unlink(place)
    bytes -= slots[place]?.bytes ?? 0
    slots[place] = nil
    free.append(place)
    return true
  }

  /// Drops the oldest until at most this many entries and bytes are left.
  mutating func shrink(toCount count: Int, bytes limit: Int) {
    while oldest >= 0, self.count > count || bytes > limit, let key = slots[oldest]?.key {
      remove(key)
    }
  }

  /// Removes every entry whose key matches; O(n).
  mutating func removeAll(where matches: (Key) -> Bool) {
    for key in places.keys.filter(matches) { remove(key) }
  }

  private mutating func unlink(_ place: Int) {
    guard let slot = slots[place] else { return }
    if slot.newer >= 0 { slots[slot.newer]?.older = slot.older } else { newest = slot.older }
    if slot.older >= 0 { slots[slot.older]?.newer = slot.newer } else { oldest = slot.newer }
  }

  private mutating func linkAsNewest(_ place: Int) {
    slots[place]?.newer = -1
    slots[place]?.older = newest
    if newest >= 0 { slots[newest]?.newer = place }
    newest = place
    if oldest < 0 { oldest = place }
  }
}
