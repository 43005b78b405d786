internal import CFiles
internal import Glibc

/// A file or folder that a grant covers, by its path without links.
///
/// It is opened beneath the granted folder by descriptor, and no part of the way may be a link
/// (openat2). Even if the folders change between check and opening, only the checked file can be
/// opened.
///
/// ```swift
/// let file = GrantedFile(root: "/srv/media", path: "/srv/media/list.csv")
/// let bytes = try file.read(most: 1 << 20)
/// ```
public struct GrantedFile: Sendable, Equatable {
  /// The granted folder or file, absolute and without links.
  public let root: String
  /// The file, absolute and without links: `root` or a path below it.
  public let path: String

  /// - Parameters:
  ///   - root: an absolute path without links.
  ///   - path: `root`, or a path below it without links, `.` and `..`.
  public init(root: String, path: String) {
    precondition(Self.holds(root, path), "a granted file is below its root")
    self.root = root
    self.path = path
  }

  /// Whether `path` is `root` or lies below it. Both are absolute and without links.
  public static func holds(_ root: String, _ path: String) -> Bool {
    // By bytes, as the system compares names.
    root == "/" || path.utf8.elementsEqual(root.utf8) || path.utf8.starts(with: (root + "/").utf8)
  }

  /// Whether the grant names this file itself. The file may then be a pipe or a device, too.
  public var isNamed: Bool { root.utf8.elementsEqual(path.utf8) }

  // MARK: Opening

  /// Opens the file for reading.
  /// - Throws: ``FileFailure``; `notRegular` for anything but a regular file that the grant does
  ///   not name, such as a FIFO, whose opening could block forever.
  public func open() throws(FileFailure) -> OpenFile {
    if isNamed { return try descriptor(O_RDONLY | O_NOCTTY) }
    let file = try openAtOnce()
    switch try file.status().st_mode & S_IFMT {
    case S_IFREG: return file
    case S_IFDIR: throw FileFailure(EISDIR)
    default: throw FileFailure.notRegular
    }
  }

  /// Opens anything at the path for reading, without waiting for the writer of a FIFO.
  /// - Throws: ``FileFailure``.
  public func openAtOnce() throws(FileFailure) -> OpenFile {
    try descriptor(O_RDONLY | O_NOCTTY | O_NONBLOCK)
  }

  /// Reads the whole file.
  /// - Parameter most: the largest size to accept, in bytes.
  /// - Throws: ``FileFailure``, with code `EFBIG` for a larger file.
  public func read(most: Int) throws(FileFailure) -> [UInt8] { try open().readAll(most: most) }

  /// Whether the file exists.
  /// - Throws: ``FileFailure`` when a link has taken the place of a folder on the way.
  public func exists() throws(FileFailure) -> Bool {
    do { _ = try descriptor(cfiles_path_only) } catch {
      if error.isSwapped { throw error }
      return false
    }
    return true
  }

  /// Size, time and type of a file.
  public struct Status: Sendable {
    /// Size in bytes.
    public let size: Int64
    /// Time of the last modification, in seconds since 1970.
    public let modified: Double
    /// `file`, `folder`, or `other` for a pipe, a device or a socket.
    public let type: String
    /// Whether this user may write it.
    public let isWritable: Bool
    /// Whether a new version of it can keep its owner: it is this user's, or this user is root.
    public let isOwn: Bool
  }

  /// Reads the file's metadata without opening it.
  /// - Throws: ``FileFailure``.
  public func status() throws(FileFailure) -> Status {
    let status = try descriptor(cfiles_path_only).status()
    return Status(
      size: Int64(status.st_size),
      modified: Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9,
      type: [S_IFREG: "file", S_IFDIR: "folder"][status.st_mode & S_IFMT] ?? "other",
      isWritable: (try? holdFolder().checkWritable()) != nil,
      isOwn: status.st_uid == geteuid() || geteuid() == 0)
  }

  /// The names in a folder, sorted.
  /// - Parameter note: called with each name's length in bytes before the name is kept.
  /// - Throws: ``FileFailure``, and errors of `note`.
  public func names(_ note: (Int) throws -> Void = { _ in }) throws -> [[UInt8]] {
    let folder = try descriptor(O_RDONLY | O_DIRECTORY | O_NONBLOCK)
    let number = folder.release()
    guard let stream = fdopendir(number) else {
      let failure = FileFailure()
      close(number)
      throw failure
    }
    // closedir also closes the descriptor.
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

  /// Whether the grant names a stream of this process (`/dev/std…`, `/proc/…/fd/`), which exists
  /// only as a link of the kernel.
  var isStream: Bool {
    isNamed && ["/dev/std", "/proc/\(getpid())/fd/"].contains { path.hasPrefix($0) }
  }

  func descriptor(_ flags: Int32) throws(FileFailure) -> OpenFile {
    if isStream { return try OpenFile(Glibc.open(path, flags | O_CLOEXEC)) }
    let folder = try Self.folder(isNamed ? Self.parent(root) : root)
    return try folder.open(Self.relative(path, to: isNamed ? Self.parent(root) : root), flags)
  }

  /// Opens a folder by its path without links, from the root of the file system.
  static func folder(_ path: String) throws(FileFailure) -> OpenFile {
    let top = try OpenFile(Glibc.open("/", cfiles_path_only | O_DIRECTORY | O_CLOEXEC))
    return try top.open(relative(path, to: "/"), cfiles_path_only | O_DIRECTORY)
  }

  /// The part of a path below a folder that it begins with; `.` for the folder itself.
  static func relative(_ path: String, to folder: String) -> String {
    let slash = UInt8(ascii: "/")
    let rest = path.utf8.dropFirst(folder.utf8.count).drop { $0 == slash }
    return rest.isEmpty ? "." : String(Substring(rest))
  }

  static func parent(_ path: String) -> String {
    let parent = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    return parent.isEmpty ? "/" : String(parent)
  }
}
