internal import Glibc
internal import Notation

/// A failed operation on a file, in words.
public struct FileError: Error, CustomStringConvertible, Sendable {
  /// The file or folder.
  public let path: String
  /// The operation, such as "read".
  public let operation: String
  /// The `errno` value.
  public let code: Int32
  /// Why it failed, in words.
  package let reason: String

  /// In words.
  public var description: String { "cannot \(operation) \(path): \(reason)" }

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

/// Files and folders that only their owner may read (0600 in 0700).
public enum PrivateFile {
  /// Creates a folder and those above it, each 0700; does nothing where it exists.
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
    // Between the look and the making somebody was faster: another process of this user's, it is hoped.
    guard errno == EEXIST, lstat(path, &status) == 0, status.st_uid == geteuid() else {
      throw FileError("create folder", path)
    }
  }

  /// The path without its last part; "." for a bare name, "/" for the root.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path with all links followed; nil when it leads nowhere.
  public static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether there is a file or folder of the path.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Removes a file; one that is not there is no failure.
  /// - Throws: ``FileError``.
  public static func remove(_ path: String) throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw FileError("remove", path) }
  }

  /// The whole file; nil when it does not exist.
  /// - Throws: ``FileError`` for every other failure.
  public static func read(_ path: String) throws -> [UInt8]? { try read(path, most: .max) }

  /// The whole file; nil when it does not exist.
  /// - Parameter begin: looks at what has been read until it returns true; its error ends the reading.
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

  /// The whole of a regular file, which may lie where others put it; nil when it does not exist. A pipe,
  /// a device or a folder in its place is never waited for.
  /// - Parameter isWord: whether its contents count as the user's word: then nobody else may write to it.
  /// - Throws: ``FileError`` for every other failure, and for a file of more than `most` bytes.
  public static func readRegular(_ path: String, most: Int, isWord: Bool = false) throws -> (
    bytes: [UInt8], owner: UInt32
  )? {
    var status = stat()
    // Before it is opened: that alone does something to some devices.
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

  /// Everything from an open file on.
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

  /// Makes an empty file without opening it: closing it again would drop the locks that this process has
  /// on it (fcntl(2)), on a new one those of a thread that found it at once.
  /// - Throws: ``FileError``, with `EEXIST` when there is such a file.
  package static func create(_ path: String) throws {
    guard mknod(path, S_IFREG | 0o600, 0) == 0 else { throw FileError("create", path) }
  }

  /// Waits until a file that nobody changes is on the disk, and its name, too.
  /// - Throws: ``FileError``.
  package static func sync(_ path: String) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileError("open", path) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw FileError("write", path) }
  }

  /// Replaces a file as a whole: readers see the old content or the new, also after a crash. Creates
  /// its folder when needed.
  /// - Throws: ``FileError``; the old file is then as it was.
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

  /// Renames a file, over one that exists.
  /// - Throws: ``FileError``.
  public static func rename(_ path: String, to target: String) throws {
    guard Glibc.rename(path, target) == 0 else { throw FileError("rename", path) }
  }

  /// Now, as `20260131T235959Z`, for names of files that are set aside.
  package static func timestamp() -> String {
    InternetTime.format(Double(Glibc.time(nil))).filter { $0 != "-" && $0 != ":" }
  }

  /// Writes everything to an open file.
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

  // The new name itself must survive a power cut. Some file systems refuse this; then nothing is lost
  // but that.
  package static func syncFolder(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = fsync(folder)
    close(folder)
  }
}
