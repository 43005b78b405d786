internal import Synchronization

/// Asks blocking work in another thread to end soon; long work checks it regularly.
public final class WorkStop: Sendable {
  private let asked = Atomic<Bool>(false)

  /// Makes a stop that was not requested yet.
  public init() {}

  /// Whether the work has to end.
  public var isAsked: Bool { asked.load(ordering: .relaxed) }

  /// Requests the end. Any thread.
  public func ask() { asked.store(true, ordering: .relaxed) }

  /// Throws once the end was requested.
  /// - Throws: `CancellationError`.
  public func check() throws {
    if isAsked { throw CancellationError() }
  }
}
