internal import Glibc
internal import Notation

/// A failed operation on a file.
public struct FileError: Error, CustomStringConvertible, Sendable {
  /// The file or folder.
  public let path: String
  /// The operation, such as "read".
  public let operation: String
  /// The `errno` value.
  public let code: Int32
  /// The reason, for messages.
  package let reason: String

  /// The message: operation, path and reason.
  public var description: String {
    // Private folders are those of mixhost's home.
    let isHome = operation == "create folder" && [EACCES, EROFS].contains(code)
    let advice = isHome ? "; name a place that can be written with --home DIR or MIXHOST_HOME" : ""
    return "cannot \(operation) \(path): \(reason)\(advice)"
  }

  package init(_ operation: String, _ path: String) {
    self.operation = operation
    self.path = path
    code = errno
    reason = String(cString: strerror(code))
  }

  package init(_ operation: String, _ path: String, because reason: String) {
    self.operation = operation
    self.path = path
    self.reason = reason
    code = EINVAL
  }
}

/// Reads and writes files and folders that only their owner may read (0600 in 0700).
///
/// ```swift
/// try PrivateFile.write(Array("secret".utf8), to: "/home/me/.mixhost/token")
/// ```
public enum PrivateFile {
  /// Creates a folder and its missing parents with mode 0700. Does nothing if it exists.
  /// - Throws: ``FileError``.
  public static func createFolder(_ path: String) throws {
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { return }
      errno = ENOTDIR
      throw FileError("create folder", path)
    }
    let above = folder(of: path)
    if above != path && !above.isEmpty { try createFolder(above) }
    if mkdir(path, 0o700) == 0 { return }
    // Another process may have created it since `stat`; accept the folder if this user owns it.
    guard errno == EEXIST, lstat(path, &status) == 0, status.st_uid == geteuid() else {
      throw FileError("create folder", path)
    }
  }

  /// The path without its last part; "." for a bare name, "/" for the root.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path with all links resolved; nil if it does not exist.
  public static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether a file or folder exists at the path.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Removes a file if it exists.
  /// - Throws: ``FileError``.
  public static func remove(_ path: String) throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw FileError("remove", path) }
  }

  /// Reads a whole file; nil if it does not exist.
  /// - Throws: ``FileError`` for every other failure.
  public static func read(_ path: String) throws -> [UInt8]? { try read(path, most: .max) }

  /// Reads a whole file; nil if it does not exist.
  /// - Parameter begin: called with the bytes read so far until it returns true; its error ends the
  ///   reading.
  /// - Throws: ``FileError`` for every other failure, and for a file of more than `most` bytes.
  package static func read(
    _ path: String, most: Int, begin: ([UInt8]) throws -> Bool = { _ in true }
  ) throws -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 && (errno == ENOENT || errno == ENOTDIR) { return nil }
    guard file >= 0 else { throw FileError("read", path) }
    defer { close(file) }
    return try readAll(file, path: path, most: most, begin: begin)
  }

  /// Reads a whole regular file in a folder that others may write to; nil if it does not exist.
  /// Never waits for a pipe, a device or a folder in its place.
  /// - Parameter isWord: whether the contents count as the user's own word; the file is then
  ///   refused if others may write to it.
  /// - Throws: ``FileError`` for every other failure, and for a file of more than `most` bytes.
  public static func readRegular(_ path: String, most: Int, isWord: Bool = false) throws -> (
    bytes: [UInt8], owner: UInt32
  )? {
    var status = stat()
    // Look before opening: opening alone triggers an action on some devices.
    guard stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileError("read", path)
    }
    if let other = otherKind(status.st_mode) { throw FileError("read", path, because: other) }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    if file < 0 && errno == ENOENT { return nil }
    guard file >= 0, fstat(file, &status) == 0 else { throw FileError("read", path) }
    defer { close(file) }
    if let other = otherKind(status.st_mode) { throw FileError("read", path, because: other) }
    if isWord, let problem = strangeWord(status) {
      throw FileError("read", path, because: problem)
    }
    let bytes = try readAll(file, path: path, most: most)
    return (bytes, status.st_uid)
  }

  private static func otherKind(_ mode: mode_t) -> String? {
    switch mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "it is a folder, not a file"
    case S_IFIFO: "it is a pipe, not a file"
    case S_IFSOCK: "it is a socket, not a file"
    default: "it is a device, not a file"
    }
  }

  /// Reads the rest of an open file.
  /// - Throws: ``FileError`` that names `path`, also for more than `most` bytes.
  package static func readAll(
    _ file: Int32, path: String, most: Int = .max, begin: ([UInt8]) throws -> Bool = { _ in true }
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var hasBegun = false
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileError("read", path) }
      bytes += buffer[..<count]
      if !hasBegun { hasBegun = try begin(bytes) }
      if bytes.count > most {
        throw FileError("read", path, because: "it is larger than \(ByteSize.format(most))")
      }
    }
  }

  /// Creates an empty file without opening it. Closing a descriptor drops all locks that this
  /// process has on the file (fcntl(2)), even those of another thread that found the new file at
  /// once.
  /// - Throws: ``FileError``, with `EEXIST` when the file exists.
  package static func create(_ path: String) throws {
    guard mknod(path, S_IFREG | 0o600, 0) == 0 else { throw FileError("create", path) }
  }

  /// Waits until a file that nothing is changing, and its name, are on the disk.
  /// - Throws: ``FileError``.
  package static func sync(_ path: String) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileError("open", path) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw FileError("write", path) }
  }

  /// Replaces a whole file: readers see the old content or the new, even after a crash. Creates its
  /// folder when needed.
  /// - Throws: ``FileError``; the old file is then intact.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    try createFolder(folder(of: path))
    let temporary = "\(path).new-\(getpid())"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileError("write", path) }
    do {
      defer { close(file) }
      try writeAll(bytes, to: file, path: path)
      guard fsync(file) == 0 else { throw FileError("write", path) }
      try rename(temporary, to: path)
    } catch {
      unlink(temporary)
      throw error
    }
    syncFolder(folder(of: path))
  }

  /// Renames a file, replacing any file at `target`.
  /// - Throws: ``FileError``.
  public static func rename(_ path: String, to target: String) throws {
    guard Glibc.rename(path, target) == 0 else { throw FileError("rename", path) }
  }

  /// The present time as `20260131T235959Z`, for the names of files that are set aside.
  package static func timestamp() -> String {
    InternetTime.format(Double(Glibc.time(nil))).filter { $0 != "-" && $0 != ":" }
  }

  /// Writes all bytes to an open file.
  /// - Throws: ``FileError`` that names `path`.
  package static func writeAll(_ bytes: [UInt8], to file: Int32, path: String) throws {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress! + offset, bytes.count - offset)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileError("write", path) }
      offset += count
    }
  }

  // Makes a new name survive a power cut. Some file systems refuse; only that durability is lost
  // then.
  package static func syncFolder(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = fsync(folder)
    close(folder)
  }
}
