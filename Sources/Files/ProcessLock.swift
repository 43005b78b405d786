internal import Glibc

/// A lock between processes on a separate file (`flock`). It ends with the process that holds it,
/// however the process ends.
///
/// Never lock a database's file this way: closing any descriptor of such a file drops the locks
/// that SQLite has on it in this process (fcntl(2)).
package final class ProcessLock: Sendable {
  /// How many processes may hold the lock at a time.
  package enum Kind {
    /// One process.
    case exclusive
    /// All processes that ask for a shared lock.
    case shared

    fileprivate var operation: Int32 { self == .exclusive ? LOCK_EX : LOCK_SH }
  }

  private let descriptor: Int32

  /// Takes the lock without waiting. Its file is created when needed and stays.
  /// - Returns: nil while another process holds a conflicting lock.
  /// - Throws: ``FileError`` when the file cannot be created or locked.
  package init?(_ path: String, _ kind: Kind) throws {
    try PrivateFile.createFolder(PrivateFile.folder(of: path))
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw FileError("lock", path) }
    guard flock(file, kind.operation | LOCK_NB) == 0 else {
      let isTaken = errno == EWOULDBLOCK
      let error = FileError("lock", path)
      close(file)
      guard isTaken else { throw error }
      return nil
    }
    descriptor = file
  }

  /// Takes the lock as soon as its holder lets it go: for changes that last milliseconds. Blocks.
  /// - Returns: nil when another process still holds it after the given seconds.
  /// - Throws: ``FileError`` when the file cannot be created or locked.
  package static func wait(_ path: String, _ kind: Kind, seconds: Int) throws -> ProcessLock? {
    for _ in 0..<(seconds * 50) {
      if let lock = try ProcessLock(path, kind) { return lock }
      usleep(20_000)
    }
    return try ProcessLock(path, kind)
  }

  deinit {
    // A child that was forked and has not called exec yet has a copy of the descriptor, which would keep the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Writes a text into the lock's file, for the message to processes that cannot get the lock.
  package func note(_ text: String) {
    let bytes = Array(text.utf8)
    // A lock without a note still works; the message to the next process only says less.
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = pwrite(descriptor, bytes, bytes.count, 0)
  }
}
