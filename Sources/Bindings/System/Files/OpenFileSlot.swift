internal import Glibc
internal import MixCore
internal import Reactor
internal import ScriptHost
internal import Synchronization

/// A script has as many files open as it may.
struct TooManyOpenFiles: ScriptVisibleError {
  /// Raised: more of them would be refused, too.
  var hostError: HostError {
    HostError(
      kind: "limit",
      message: "at most \(OpenFileSlot.most) files may be open at once: close or finish some, or "
        + "read them to their end", delivery: .raised, underlying: self)
  }
}

/// The right to have one more file open, until its last user goes.
final class OpenFileSlot: Sendable {
  /// How many files scripts may have open at once: a part of what the process may, whose sockets, caches
  /// and timers need descriptors, too.
  static let most: Int = {
    let descriptors = sysconf(Int32(_SC_OPEN_MAX))
    return descriptors < 0 ? 256 : min(max(descriptors / 4, 8), 256)
  }()
  private static let taken = Atomic<Int>(0)

  private init() {}

  /// - Throws: ``TooManyOpenFiles``.
  static func take() throws -> OpenFileSlot {
    guard taken.add(1, ordering: .relaxed).newValue <= most else {
      taken.subtract(1, ordering: .relaxed)
      throw TooManyOpenFiles()
    }
    return OpenFileSlot()
  }

  deinit { Self.taken.subtract(1, ordering: .relaxed) }
}

extension HostContext {
  /// Opens a file for a script off the reactor. When too many are open, those that the script has dropped
  /// are closed with the garbage first.
  /// - Throws: ``TooManyOpenFiles``; what `open` throws.
  func openingFile<Value: Sendable>(
    _ open: @escaping @Sendable (OpenFileSlot) throws -> Value
  ) async throws -> Value {
    let work: @Sendable () throws -> Value = { try open(OpenFileSlot.take()) }
    return try await afterCollection { try await offloadReading(engine.reactor, work) }
  }

  /// As ``openingFile(_:)``, for what takes long: see ``offloadStoppable(_:)``.
  func openingFileStoppably<Value: Sendable>(
    _ open: @escaping @Sendable (OpenFileSlot, WorkStop) throws -> Value
  ) async throws -> Value {
    try await afterCollection { try await offloadStoppable { try open(OpenFileSlot.take(), $0) } }
  }

  private func afterCollection<Value>(_ open: () async throws -> Value) async throws -> Value {
    do {
      return try await open()
    } catch is TooManyOpenFiles {
      memory.collect()
      return try await open()
    }
  }
}
