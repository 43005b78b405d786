/// Distinguishes a service that is down from a network that is down. Items that reached nothing are
/// set aside. When another item gets an answer, they fail; when too many come together, the run
/// pauses and they stay queued.
struct UnreachableItems {
  private(set) var suspects: [(item: LeasedItem, reason: String)] = []
  private var proofs = 0
  private let threshold: Int

  /// - Parameter tolerated: how many items may fail together while one answer is on its way.
  init(tolerated: Int) { threshold = tolerated }

  /// A mark to take when an attempt starts, for ``add(_:_:since:)``.
  var mark: Int { proofs }

  /// Whether anything was reached in this run.
  var hasProof: Bool { proofs > 0 }

  /// Records an answer: the network works, so the suspects' services are down. Returns the
  /// suspects.
  mutating func prove() -> [(item: LeasedItem, reason: String)] {
    proofs += 1
    defer { suspects = [] }
    return suspects
  }

  /// Adds an item that reached nothing.
  /// - Parameter mark: the value of ``mark`` when its attempt began.
  /// - Returns: whether the item failed because something else was reached meanwhile.
  mutating func add(_ item: LeasedItem, _ reason: String, since mark: Int) -> Bool {
    if proofs > mark { return true }
    suspects.append((item, reason))
    return false
  }

  /// Removes and returns all suspects.
  mutating func take() -> [(item: LeasedItem, reason: String)] {
    defer { suspects = [] }
    return suspects
  }

  /// Whether enough items failed to show that the network is down.
  var isOutage: Bool { suspects.count >= threshold }
}
