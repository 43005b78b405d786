internal import Glibc

/// Whether mixhost can write to a folder and how much space is left. Only an attempt to write can
/// tell.
public struct FolderState: Sendable {
  /// The path of the folder.
  public let path: String
  /// Whether the folder exists; mixhost creates it with its first file.
  public let exists: Bool
  /// Why no file can be written there; nil if a file was written, or if the missing folder can be
  /// created.
  public let problem: String?
  /// Bytes that the file system has left for this user; nil when it does not report that.
  public let free: Int?

  /// Bytes to write in the attempt: one page, which a full disk refuses.
  private static let page = 4_096

  /// Checks a folder by writing a file into it and removing that file. A missing folder is not
  /// created; the nearest existing folder above it is checked instead. Blocks.
  public init(_ path: String) {
    self.path = path
    let place = Self.nearest(path)
    exists = place == path
    free = Self.free(place)
    if Self.isFolder(place) {
      problem = exists ? Self.write(in: place) : Self.mayMake(in: place)
    } else {
      problem = "\(place) is not a folder"
    }
  }

  /// The path itself, or the nearest existing folder above it.
  private static func nearest(_ path: String) -> String {
    var place = path
    while access(place, F_OK) != 0, place != "/", !place.isEmpty {
      let above = PrivateFile.folder(of: place)
      if above == place { break }
      place = above
    }
    return place
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func mayMake(in folder: String) -> String? {
    access(folder, W_OK | X_OK) == 0 ? nil : reason(folder)
  }

  // Only a write reveals a full disk, a quota or a read-only file system.
  private static func write(in folder: String) -> String? {
    let name = "\(folder)/.mixhost-check-\(getpid())"
    let file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return reason(folder) }
    defer {
      close(file)
      unlink(name)
    }
    let bytes = [UInt8](repeating: 0, count: page)
    let count = Glibc.write(file, bytes, page)
    guard count == page else {
      return count < 0 ? reason(folder) : "\(folder): \(String(cString: strerror(ENOSPC)))"
    }
    return fsync(file) == 0 ? nil : reason(folder)
  }

  private static func reason(_ folder: String) -> String {
    "\(folder): \(String(cString: strerror(errno)))"
  }

  private static func free(_ path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(
      by: UInt64(status.f_frsize))
    return overflow ? Int.max : Int(clamping: bytes)
  }
}
