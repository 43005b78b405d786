internal import Glibc

/// Paths as users type them.
enum UserPath {
  /// The path with `~` or `~/` at its beginning replaced by the user's home folder, as shells do; any
  /// other is returned as it is.
  static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let folder = homeFolder else { return path }
    return folder + path.dropFirst()
  }

  /// The path from the root on, textually: links are not followed.
  static func absolute(_ path: String) -> String {
    let path = expanded(path)
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  private static var homeFolder: String? {
    guard let value = getenv("HOME") else { return nil }
    let folder = String(cString: value)
    guard folder.hasPrefix("/") else { return nil }
    return folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }
}
