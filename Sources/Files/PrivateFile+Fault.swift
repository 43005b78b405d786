internal import Glibc

extension PrivateFile {
  /// Why a file that holds a secret is not this user's alone, in words that follow its path; nil when it is, and
  /// when there is none.
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

  /// Why a file's contents are not the user's word, as others may have written them; nil when they are.
  static func strangeWord(_ status: stat) -> String? {
    if let problem = ownerProblem(status.st_uid) { return problem }
    let mode = "(mode \(String(status.st_mode & 0o777, radix: 8)))"
    if status.st_mode & 0o002 != 0 { return "everybody may write to it \(mode): chmod o-w" }
    // The user's own group has nobody else in it on most systems.
    let isOfGroup = status.st_mode & 0o020 != 0 && ![0, getegid()].contains(status.st_gid)
    return isOfGroup ? "the group \(status.st_gid) may write to it \(mode): chmod g-w" : nil
  }

  /// Why the owner of a file is none whose word counts; nil when it is.
  package static func ownerProblem(_ owner: UInt32) -> String? {
    owner == geteuid() || owner == 0
      ? nil : "it belongs to another user (\(owner)): copy it, so that it is yours"
  }
}
