internal import Glibc

/// Whether a folder of mixhost's can be written, and how much room is left: what can only be found out by
/// trying.
public struct FolderState: Sendable {
  /// The folder.
  public let path: String
  /// Whether it is there; mixhost makes one with its first file.
  public let exists: Bool
  /// Why no file can be written there; nil: one was written, or, where the folder is missing, it can be
  /// made.
  public let problem: String?
  /// Bytes that the file system has left for this user; nil when it does not say.
  public let free: Int?

  /// The content of the file that is written: a page, which a full disk refuses.
  private static let page = 4_096

  /// Looks at a folder: writes a file into it and removes it. A folder that is missing is not made; the
  /// nearest one above it is asked whether it may be. Blocks.
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

  /// The path itself, or what is nearest above it.
  private static func nearest(_ path: String) -> String {
    var place = path
    while access(place, F_OK) != 0, place != "/", !place.isEmpty {
      let above = PrivateFile.folder(of: place)
      if above == place { break }
      place = above
    }
    return place
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func mayMake(in folder: String) -> String? {
    access(folder, W_OK | X_OK) == 0 ? nil : reason(folder)
  }

  // Nothing but a write tells of a full disk, a quota or a file system that is read-only.
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
