internal import CFiles
internal import Glibc

/// A file or folder that a grant covers, by its path without links.
///
/// It is opened beneath the granted folder by descriptor, and no part of the way may be a link (openat2):
/// whatever happens to the folders between the check and the opening, the file that was checked is
/// opened, or none.
public struct GrantedFile: Sendable, Equatable {
  /// The granted folder or file, absolute and without links.
  public let root: String
  /// The file, absolute and without links: `root`, or below it.
  public let path: String

  /// - Parameters:
  ///   - root: an absolute path without links.
  ///   - path: `root`, or a path below it without links, `.` and `..`.
  public init(root: String, path: String) {
    precondition(Self.holds(root, path), "a granted file is below its root")
    self.root = root
    self.path = path
  }

  /// Whether a path is `root` or below it; both absolute and without links.
  public static func holds(_ root: String, _ path: String) -> Bool {
    path == root || root == "/" || path.hasPrefix(root + "/")
  }

  /// Whether the grant names the file itself. Then it may be a pipe or a device, too.
  public var isNamed: Bool { root == path }

  // MARK: Opening

  /// Opens the file for reading.
  /// - Throws: ``FileFailure``; of reason `notRegular` for anything that is not a regular file and was not named
  ///   itself, such as a FIFO, which could be waited for without end.
  public func open() throws(FileFailure) -> OpenFile {
    if isNamed { return try descriptor(O_RDONLY | O_NOCTTY) }
    let file = try openAtOnce()
    switch try file.status().st_mode & S_IFMT {
    case S_IFREG: return file
    case S_IFDIR: throw FileFailure(EISDIR)
    default: throw FileFailure.notRegular
    }
  }

  /// Opens for reading whatever is there, and waits for no writer of a FIFO.
  /// - Throws: ``FileFailure``.
  public func openAtOnce() throws(FileFailure) -> OpenFile {
    try descriptor(O_RDONLY | O_NOCTTY | O_NONBLOCK)
  }

  /// The whole file.
  /// - Parameter most: how many bytes it may have.
  /// - Throws: ``FileFailure``, of code `EFBIG` for a larger file.
  public func read(most: Int) throws(FileFailure) -> [UInt8] { try open().readAll(most: most) }

  /// Whether the file is there.
  /// - Throws: ``FileFailure`` when a link has taken the place of a folder on the way.
  public func exists() throws(FileFailure) -> Bool {
    do { _ = try descriptor(cfiles_path_only) } catch {
      if error.isSwapped { throw error }
      return false
    }
    return true
  }

  /// The file's facts.
  public struct Status: Sendable {
    /// Bytes.
    public let size: Int64
    /// Seconds since 1970.
    public let modified: Double
    /// `file`, `folder`, or `other` for a pipe, a device or a socket.
    public let type: String
  }

  /// Looks at the file without opening it.
  /// - Throws: ``FileFailure``.
  public func status() throws(FileFailure) -> Status {
    let status = try descriptor(cfiles_path_only).status()
    return Status(
      size: Int64(status.st_size),
      modified: Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9,
      type: [S_IFREG: "file", S_IFDIR: "folder"][status.st_mode & S_IFMT] ?? "other")
  }

  /// The names in a folder, sorted.
  /// - Parameter note: called with the length of each name in bytes, before it is kept.
  /// - Throws: ``FileFailure``; what `note` throws.
  public func names(_ note: (Int) throws -> Void = { _ in }) throws -> [[UInt8]] {
    let folder = try descriptor(O_RDONLY | O_DIRECTORY | O_NONBLOCK)
    let number = folder.release()
    guard let stream = fdopendir(number) else {
      let failure = FileFailure()
      close(number)
      throw failure
    }
    // It closes the descriptor, too.
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name == Array(".".utf8) || name == Array("..".utf8) { continue }
      try note(name.count)
      names.append(name)
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  // MARK: Beneath the root

  /// Streams of this process, which exist as links of the kernel alone. Only one that was named itself
  /// is opened.
  var isStream: Bool {
    isNamed && ["/dev/std", "/proc/\(getpid())/fd/"].contains { path.hasPrefix($0) }
  }

  func descriptor(_ flags: Int32) throws(FileFailure) -> OpenFile {
    if isStream { return try OpenFile(Glibc.open(path, flags | O_CLOEXEC)) }
    let folder = try Self.folder(isNamed ? Self.parent(root) : root)
    let rest = path.dropFirst(isNamed ? Self.parent(root).utf8.count : root.utf8.count)
    return try folder.open(Self.relative(rest), flags)
  }

  /// A folder by its path without links, opened from the root of the file system.
  static func folder(_ path: String) throws(FileFailure) -> OpenFile {
    let top = try OpenFile(Glibc.open("/", cfiles_path_only | O_DIRECTORY | O_CLOEXEC))
    return try top.open(relative(path[...]), cfiles_path_only | O_DIRECTORY)
  }

  /// The path below a folder; `.` for the folder itself.
  static func relative(_ path: Substring) -> String {
    let rest = path.drop { $0 == "/" }
    return rest.isEmpty ? "." : String(rest)
  }

  static func parent(_ path: String) -> String {
    let parent = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    return parent.isEmpty ? "/" : String(parent)
  }
}
