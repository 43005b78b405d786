internal import Glibc

/// A lock between processes on a file of its own (`flock`): it ends with the process that has it,
/// however that ends.
///
/// Never a lock on a database's file: closing any descriptor of such a file drops SQLite's own locks of
/// this process (fcntl(2)).
package final class ProcessLock: Sendable {
  /// How many may have it at a time.
  package enum Kind {
    /// One.
    case exclusive
    /// All that ask for a shared one.
    case shared

    fileprivate var operation: Int32 { self == .exclusive ? LOCK_EX : LOCK_SH }
  }

  private let descriptor: Int32

  /// Takes the lock, without waiting; its file is made when needed and stays.
  /// - Returns: nil while another has a lock that excludes this one.
  /// - Throws: ``FileError`` when there can be no such file or lock.
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

  deinit { close(descriptor) }

  /// Writes a text into the lock's file, for those who ask in vain.
  package func note(_ text: String) {
    let bytes = Array(text.utf8)
    // A lock without a note is as good: the message to the next one knows less.
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = pwrite(descriptor, bytes, bytes.count, 0)
  }
}
