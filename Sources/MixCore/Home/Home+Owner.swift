internal import Files
internal import Glibc

/// Why a home cannot be used.
public struct HomeRefused: Error, Sendable, Equatable, CustomStringConvertible {
  /// The path of the folder.
  public let path: String
  /// The message: the fault and what to do.
  public let description: String

  init(_ path: String, _ fault: String, advice: String? = nil) {
    self.path = path
    description =
      "\(path) \(fault): \(advice ?? "name a folder of your own with --home or MIXHOST_HOME")"
  }
}

extension Home {
  /// Checks that no other user could have put settings, programs or log-ins into the home, because
  /// its content is trusted like the user. A folder of root that others cannot write to is
  /// accepted. A home that was chosen must lie in a folder that is there. A home below the
  /// temporary folder is created here, before another user can.
  /// - Throws: ``HomeRefused``, ``FileError``.
  public func check() throws {
    if let root {
      guard root.hasPrefix("/") else {
        throw HomeRefused(
          root, "is relative, and the working directory is gone",
          advice: "name an absolute folder with --home or MIXHOST_HOME")
      }
      if warning != nil { try Self.makeTemporary(root) } else { try Self.checkParent(root) }
    }
    for folder in [root].compactMap(\.self) + [data, cache, config, state] {
      try Self.check(folder)
    }
  }

  /// A folder that was chosen is made with its first file, but not the folders around it: a name
  /// with a slip would make an empty home there.
  private static func checkParent(_ root: String) throws {
    var path = Substring(root)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    var status = stat()
    if stat(root, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw HomeRefused(root, "is not a folder") }
      return
    }
    guard let end = path.lastIndex(of: "/"), end > path.startIndex else { return }
    let parent = String(path[..<end])
    guard access(parent, F_OK) != 0, errno == ENOENT || errno == ENOTDIR else { return }
    throw HomeRefused(
      root, "lies in a folder that is not there",
      advice: "mkdir -p \(parent), or name another folder with --home or MIXHOST_HOME")
  }

  private static func check(_ folder: String) throws {
    var status = stat()
    guard lstat(folder, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFLNK {
      // The owner of a link decides where it leads.
      try checkOwner(folder, status.st_uid)
      guard stat(folder, &status) == 0 else { return }
    }
    try checkOwner(folder, status.st_uid)
    if status.st_mode & S_IWOTH != 0 {
      throw HomeRefused(
        folder, "may be written by everybody",
        advice: "chmod o-w \(folder), or name another with --home or MIXHOST_HOME")
    }
  }

  private static func checkOwner(_ folder: String, _ owner: uid_t) throws {
    if owner == geteuid() || owner == 0 { return }
    throw HomeRefused(folder, "belongs to another user (\(owner)), and you are \(geteuid())")
  }

  private static func makeTemporary(_ root: String) throws {
    if mkdir(root, 0o700) == 0 { return }
    var status = stat()
    guard errno == EEXIST, lstat(root, &status) == 0 else { throw FileError("create folder", root) }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else {
      throw HomeRefused(
        root, "is not a folder of yours alone",
        advice: "set HOME, or name a folder of your own with --home or MIXHOST_HOME")
    }
  }
}
