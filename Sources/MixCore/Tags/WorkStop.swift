internal import Synchronization

/// Asks blocking work elsewhere to end soon: what may take long looks at it again and again.
public final class WorkStop: Sendable {
  private let asked = Atomic<Bool>(false)

  /// Not asked yet.
  public init() {}

  /// Whether the work is to end.
  public var isAsked: Bool { asked.load(ordering: .relaxed) }

  /// Asks; any thread.
  public func ask() { asked.store(true, ordering: .relaxed) }

  /// - Throws: `CancellationError` once it was asked.
  public func check() throws {
    if isAsked { throw CancellationError() }
  }
}
