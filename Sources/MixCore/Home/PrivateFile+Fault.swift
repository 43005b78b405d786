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
}
