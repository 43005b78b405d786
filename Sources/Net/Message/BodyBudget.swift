internal import Synchronization

/// The memory that the body of an answer is charged to.
public protocol BodyBudget: AnyObject, Sendable {
  /// Takes bytes; false when fewer are left.
  func take(_ bytes: Int) -> Bool
  /// Gives back what was taken.
  func give(_ bytes: Int)
}

/// The share of a ``BodyBudget`` that the body of one answer takes, given back with the answer.
public final class BodyCharge: Sendable {
  private let budget: any BodyBudget
  private let held = Atomic<Int>(0)

  init(_ budget: any BodyBudget) { self.budget = budget }

  deinit { release() }

  /// Sets how many bytes it takes in all; false, with nothing changed, when the budget has fewer.
  func set(_ bytes: Int) -> Bool {
    let before = held.load(ordering: .relaxed)
    if bytes > before {
      guard budget.take(bytes - before) else { return false }
    } else {
      budget.give(before - bytes)
    }
    held.store(bytes, ordering: .relaxed)
    return true
  }

  /// Gives all back: the body's bytes are somewhere else by now.
  public func release() { budget.give(held.exchange(0, ordering: .relaxed)) }
}
