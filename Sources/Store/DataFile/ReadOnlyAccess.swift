internal import Files
internal import Glibc

/// How to read a data file that this process may not write, on a read-only disk or as another user.
struct ReadOnlyAccess: Sendable {
  /// The address that SQLite opens.
  let address: String
  /// The file's state if it was opened without locks; nil with locks.
  private let state: State?
  private let path: String

  private struct State: Equatable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int
    var logBytes: Int
  }

  /// Decides how to open the file; nil if it may be written.
  ///
  /// Where -shm exists, SQLite shares the writers' locks even read-only. Without -shm it could not
  /// create one; no process is writing then, and the file is opened as immutable.
  /// - Throws: ``DataFileError`` when a log without -shm holds changes that the file lacks.
  init?(_ path: String) throws {
    let folder = PrivateFile.folder(of: path)
    if access(path, W_OK) == 0 && access(folder, W_OK | X_OK) == 0 { return nil }
    self.path = path
    if access(path + "-shm", F_OK) == 0 {
      (address, state) = (path, nil)
      return
    }
    let state = Self.state(path)
    guard state?.logBytes == 0 else {
      throw DataFileError(
        .readOnly,
        "the data file \(path) is not whole without its log \(path)-wal, which only one that may write "
          + "can put back: run any command of mixhost there with the right to write")
    }
    self.state = state
    address = "file:" + Self.escaped(path) + "?immutable=1"
  }

  /// Whether the file is unchanged since it was opened.
  var isStillValid: Bool { state == nil || Self.state(path) == state }

  private static func state(_ path: String) -> State? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    var log = stat()
    return State(
      size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec,
      logBytes: stat(path + "-wal", &log) == 0 ? Int(log.st_size) : 0)
  }

  /// The path as part of a URI (SQLite, "URI Filenames").
  private static func escaped(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), 0x80...:
        let digits = String(byte, radix: 16)
        text += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      default: text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
  }
}
