internal import Glibc
internal import Notation
internal import Reactor

/// A server's ownership of a home. A home has one server at a time, because two would work on the
/// same jobs and refreshes.
///
/// ```swift
/// let owner = try HomeOwner("/home/me/.local/share/mixhost")
/// owner.announce(address: "http://127.0.0.1:8787")
/// ```
public final class HomeOwner: Sendable {
  // Guarded: a server may end on another thread than it began on.
  private let lock: Guarded<ProcessLock?>

  /// The path of the file that a home's server locks.
  package static func lockPath(_ dataFolder: String) -> String { dataFolder + "/server.lock" }

  /// Locks the home of a data folder until ``release()`` or the end of the process.
  /// - Throws: ``HomeTaken`` when another server owns it; ``FileError``.
  public init(_ dataFolder: String) throws {
    let path = Self.lockPath(dataFolder)
    guard let lock = try ProcessLock(path, .exclusive) else {
      throw HomeTaken(folder: dataFolder, owner: Self.note(path))
    }
    lock.note("process \(getpid()) since \(Self.now)")
    self.lock = Guarded(lock)
  }

  /// Records the server's address in the lock file, for the message to a second server.
  public func announce(address: String) {
    lock.withLock { $0?.note("process \(getpid()) since \(Self.now) at \(address)") }
  }

  /// Gives the home up.
  public func release() { lock.withLock { $0 = nil } }

  /// The note of the server that owns a home; nil without one.
  package static func current(_ dataFolder: String) -> String? {
    let path = lockPath(dataFolder)
    guard access(path, F_OK) == 0 else { return nil }
    do { return try ProcessLock(path, .shared) == nil ? note(path) : nil } catch { return nil }
  }

  private static func note(_ path: String) -> String {
    let text = ((try? PrivateFile.read(path)) ?? nil).map { String(decoding: $0, as: UTF8.self) }
    return text.flatMap { $0.isEmpty ? nil : $0 } ?? "another process"
  }

  /// The present time, as `2026-01-31T23:59:59Z`.
  private static var now: String { InternetTime.format(Double(Glibc.time(nil))) }
}

/// The error when another server owns the home.
public struct HomeTaken: Error, Sendable, Equatable, CustomStringConvertible {
  /// The home's data folder.
  public let folder: String
  /// The owner's process, start and address, as far as it has recorded them.
  public let owner: String

  /// The message to the user.
  public var description: String {
    "\(folder) is served already (\(owner)): use that server, end it, or name another --home"
  }
}
