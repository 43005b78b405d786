internal import HeapModule

/// Identifies a timer of one reactor.
public struct TimerID: Hashable, Sendable {
  let number: UInt64
}

/// Timers ordered by deadline, and by the order in which they were set where deadlines are equal.
///
/// A removed timer leaves its heap entry behind until that entry comes up or such entries outnumber
/// the live ones. Removal is O(1), and memory stays within twice the live timers.
package struct TimerQueue {
  private struct Entry: Comparable {
    let deadline: UInt64
    let number: UInt64

    static func < (left: Entry, right: Entry) -> Bool {
      (left.deadline, left.number) < (right.deadline, right.number)
    }
  }

  private var heap = Heap<Entry>()
  private var actions: [UInt64: () -> Void] = [:]
  private var next: UInt64
  // The first entry at the last look, while it still has its action.
  private var first: Entry?

  /// - Parameter number: the first timer gets the number after this one.
  init(after number: UInt64 = 0) { next = number }

  /// The number of timers that will still fire.
  var count: Int { actions.count }

  mutating func add(deadline: UInt64, action: @escaping () -> Void) -> TimerID {
    next += 1
    let entry = Entry(deadline: deadline, number: next)
    heap.insert(entry)
    if let known = first, entry < known { first = entry }
    actions[next] = action
    return TimerID(number: next)
  }

  package mutating func remove(_ id: TimerID) {
    actions[id.number] = nil
    if first?.number == id.number { first = nil }
    if heap.count > 64 && heap.count > 2 * actions.count {
      heap = Heap(heap.unordered.filter { actions[$0.number] != nil })
    }
  }

  /// The number of the newest timer.
  var lastNumber: UInt64 { next }

  /// Removes and returns the first action that is due at `now` among timers numbered up to `limit`.
  mutating func popDue(now: UInt64, upTo limit: UInt64) -> (() -> Void)? {
    if let first, first.deadline > now { return nil }
    first = nil
    while let first = heap.min, first.deadline <= now, first.number <= limit {
      heap.removeMin()
      if let action = actions.removeValue(forKey: first.number) { return action }
    }
    return nil
  }

  /// The wait until the next deadline, rounded up to whole milliseconds; -1 without timers.
  mutating func millisecondsToNext(now: UInt64) -> Int32 {
    guard let deadline = nextDeadline() else { return -1 }
    guard deadline > now else { return 0 }
    let milliseconds = (deadline - now + 999_999) / 1_000_000
    return Int32(min(milliseconds, UInt64(Int32.max)))
  }

  /// The deadline of the first timer; nil without timers.
  mutating func nextDeadline() -> UInt64? {
    if let first { return first.deadline }
    while let first = heap.min, actions[first.number] == nil { heap.removeMin() }
    first = heap.min
    return first?.deadline
  }
}
