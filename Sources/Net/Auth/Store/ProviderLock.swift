internal import Files
internal import Glibc
internal import Notation

/// The right to change a provider's credential, which one task of one process has at a time
/// (`flock` on a file that stays). It ends with ``release()``, or with its process, however that ends.
struct ProviderLock {
  private static let pause: UInt32 = 20_000
  private let file: Int32

  /// Waits for it. Blocks the thread.
  /// - Parameter seconds: how long at most.
  /// - Throws: ``AuthError``; `CancellationError`.
  init(_ path: String, seconds: Double = 90) throws {
    do { try PrivateFile.createFolder(PrivateFile.folder(of: path)) } catch {
      throw AuthError(.storage, "\(error)")
    }
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw AuthError(.storage, "cannot open \(path): \(String(cString: strerror(errno)))")
    }
    var left = seconds * 1e6
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      let mayWait = code == EWOULDBLOCK || code == EINTR
      guard mayWait, left > 0, !Task.isCancelled else {
        close(file)
        if Task.isCancelled { throw CancellationError() }
        if !mayWait {
          throw AuthError(.storage, "cannot lock \(path): \(String(cString: strerror(code)))")
        }
        throw AuthError(
          .storage, "another mixhost has held \(path) for more than \(Int(clamping: seconds)) s",
          retryable: true)
      }
      usleep(Self.pause)
      left -= Double(Self.pause)
    }
    self.file = file
  }

  /// Lets the next one have it; to be called once.
  func release() { close(file) }
}
