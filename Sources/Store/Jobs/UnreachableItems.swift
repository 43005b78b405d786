/// Tells a host that is down from a network that is down: items that reached nothing are kept aside
/// until another item's answer decides (then they failed) or too many have come together (then the run
/// pauses, and they stay queued).
struct UnreachableItems {
  private(set) var suspects: [(item: LeasedItem, reason: String)] = []
  private var proofs = 0
  private let threshold: Int

  /// - Parameter tolerated: the number that may fail together while one answer is on its way.
  init(tolerated: Int) { threshold = tolerated }

  /// Notes of an attempt's start.
  var mark: Int { proofs }

  /// Whether something was reached in this run.
  var hasProof: Bool { proofs > 0 }

  /// An answer came: the network works, so that the suspects' hosts are down.
  mutating func prove() -> [(item: LeasedItem, reason: String)] {
    proofs += 1
    defer { suspects = [] }
    return suspects
  }

  /// Takes an item that reached nothing.
  /// - Parameter mark: ``mark`` when its attempt began.
  /// - Returns: whether it failed, as something else was reached meanwhile.
  mutating func add(_ item: LeasedItem, _ reason: String, since mark: Int) -> Bool {
    if proofs > mark { return true }
    suspects.append((item, reason))
    return false
  }

  /// Gives the suspects away.
  mutating func take() -> [(item: LeasedItem, reason: String)] {
    defer { suspects = [] }
    return suspects
  }

  /// Whether it must be the network.
  var isOutage: Bool { suspects.count >= threshold }
}
