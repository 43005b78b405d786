internal import Reactor

/// The programs of a host, read when somebody asks for the first time.
public final class ProgramSource: Sendable {
  // Guarded: settings are asked for on any thread.
  private let read: Guarded<ProgramCatalogue?>
  private let load: @Sendable () -> ProgramCatalogue

  /// - Parameter load: reads the manifests; it may block for some milliseconds.
  public init(_ load: @escaping @Sendable () -> ProgramCatalogue) {
    self.load = load
    read = Guarded(nil)
  }

  /// No programs at all.
  public static let none = ProgramSource { .empty }

  /// The programs, as they were when they were first asked for.
  public var catalogue: ProgramCatalogue {
    read.withLock { known in
      if let known { return known }
      let loaded = load()
      known = loaded
      return loaded
    }
  }
}
