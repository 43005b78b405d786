internal import Glibc
internal import Notation
internal import Reactor

/// The server of a home: there is one at a time, as two would work on the same jobs and refreshes, and
/// each would believe that nobody else does.
public final class HomeOwner: Sendable {
  // Guarded: a server ends on another thread than it began on.
  private let lock: Guarded<ProcessLock?>

  /// The file that the server of a home has locked.
  package static func lockPath(_ dataFolder: String) -> String { dataFolder + "/server.lock" }

  /// Takes the home of a data folder, until ``release()`` or the end of the process.
  /// - Throws: ``HomeTaken`` when another server has it; ``FileError``.
  public init(_ dataFolder: String) throws {
    let path = Self.lockPath(dataFolder)
    guard let lock = try ProcessLock(path, .exclusive) else {
      throw HomeTaken(folder: dataFolder, owner: Self.note(path))
    }
    lock.note("process \(getpid()) since \(Self.now)")
    self.lock = Guarded(lock)
  }

  /// Says where the server can be reached, for those who ask in vain.
  public func announce(address: String) {
    lock.withLock { $0?.note("process \(getpid()) since \(Self.now) at \(address)") }
  }

  /// Lets the next one have it.
  public func release() { lock.withLock { $0 = nil } }

  /// The server's own record of a home; nil when there is none.
  package static func current(_ dataFolder: String) -> String? {
    let path = lockPath(dataFolder)
    guard access(path, F_OK) == 0 else { return nil }
    do { return try ProcessLock(path, .shared) == nil ? note(path) : nil } catch { return nil }
  }

  private static func note(_ path: String) -> String {
    let text = ((try? PrivateFile.read(path)) ?? nil).map { String(decoding: $0, as: UTF8.self) }
    return text.flatMap { $0.isEmpty ? nil : $0 } ?? "another process"
  }

  /// Now, as `2026-01-31T23:59:59Z`.
  private static var now: String { InternetTime.format(Double(Glibc.time(nil))) }
}

/// Another server has the home.
public struct HomeTaken: Error, Sendable, Equatable, CustomStringConvertible {
  /// The home's data folder.
  public let folder: String
  /// Its number, its start and its address, as far as it has said them.
  public let owner: String

  /// In words.
  public var description: String {
    "\(folder) is served already (\(owner)): use that server, end it, or name another --home"
  }
}
