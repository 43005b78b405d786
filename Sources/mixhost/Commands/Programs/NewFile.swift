import Bindings
import Glibc
import HostSetup
import MixCore

/// Writes text files for users to read and change.
enum NewFile {
  /// Writes a file.
  /// - Throws: ``CommandFailure`` that names the file, when it exists or cannot be written.
  static func write(_ text: String, to path: String, replaces: Bool = false) throws {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : O_EXCL)
    let file = open(path, flags, 0o644)
    guard file >= 0 else {
      if errno == EEXIST { throw CommandFailure("\(path) is there already; choose another name") }
      throw failure(path)
    }
    defer { close(file) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let failure = failure(path)
        // The next try would find a file that is there already.
        if !replaces { unlink(path) }
        throw failure
      }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Makes the folder of a file, and its parents.
  /// - Throws: ``CommandFailure``.
  static func makeFolder(of path: String) throws {
    let folder = PrivateFile.folder(of: path)
    guard folder != ".", folder != "/", access(folder, F_OK) != 0 else { return }
    try makeFolder(of: folder)
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw failure(folder) }
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure("cannot write \(path): \(String(cString: strerror(errno)))")
  }
}
