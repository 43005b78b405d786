internal import Glibc

extension PrivateFile {
  /// Why others may read or write a file that holds a secret, as text that follows its path; nil if
  /// the file is private or missing.
  public static func fault(_ path: String) -> String? {
    var info = stat()
    guard lstat(path, &info) == 0 else { return nil }
    guard info.st_mode & S_IFMT == S_IFREG, info.st_uid == geteuid() else {
      return "belongs to another user, or is a link"
    }
    let mode = info.st_mode & 0o777
    return mode & 0o077 == 0
      ? nil : "can be read or written by others (mode \(String(mode, radix: 8)))"
  }

  /// Why nothing is written at a path whose folder is missing: that is a slip of the pen more often
  /// than a wish. nil if the folder is there.
  public static func missingFolder(of path: String) -> String? {
    var name = path[...]
    while name.count > 1, name.last == "/" { name.removeLast() }
    let folder = folder(of: String(name))
    var found = stat()
    guard stat(folder, &found) != 0, errno == ENOENT || errno == ENOTDIR else { return nil }
    return "cannot write \(name): there is no folder \(folder); make it first"
  }

  /// Why a file's contents cannot be trusted as the user's own: others may have written them. nil
  /// if only the user or root may write.
  static func strangeWord(_ status: stat) -> String? {
    if let problem = ownerProblem(status.st_uid) { return problem }
    let mode = "(mode \(String(status.st_mode & 0o777, radix: 8)))"
    if status.st_mode & 0o002 != 0 { return "everybody may write to it \(mode): chmod o-w" }
    // On most systems the user's own group has no other member.
    let isOfGroup = status.st_mode & 0o020 != 0 && ![0, getegid()].contains(status.st_gid)
    return isOfGroup ? "the group \(status.st_gid) may write to it \(mode): chmod g-w" : nil
  }

  /// Why the owner of a file is not trusted; nil for the user and for root.
  package static func ownerProblem(_ owner: UInt32) -> String? {
    owner == geteuid() || owner == 0
      ? nil : "it belongs to another user (\(owner)): copy it, so that it is yours"
  }
}
