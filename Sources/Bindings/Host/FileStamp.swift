internal import Glibc

/// Tells whether a file is still the one that was read.
public struct FileStamp: Equatable, Sendable {
  /// The file.
  public let path: String
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// The file as it is now; one that is not there has a stamp too.
  public init(_ path: String) {
    self.path = path
    var info = stat()
    guard stat(path, &info) == 0 else {
      (inode, size, seconds, nanoseconds) = (0, -1, 0, 0)
      return
    }
    inode = UInt64(info.st_ino)
    size = Int64(info.st_size)
    seconds = info.st_mtim.tv_sec
    nanoseconds = info.st_mtim.tv_nsec
  }

  /// The stamp as a text, which differs when the file does.
  var text: String { "\(path) \(inode) \(size) \(seconds).\(nanoseconds)" }

  /// Whether the file has been changed, made or removed since.
  public var hasChanged: Bool { self != FileStamp(path) }
}
