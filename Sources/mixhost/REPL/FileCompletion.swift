import Glibc

/// Completes a path relative to the working folder.
enum FileCompletion {
  private static let mostNames = 2_000

  /// Completes a path.
  /// - Parameters:
  ///   - path: its beginning.
  ///   - end: inserted after a file's name; a folder's is followed by a slash.
  static func complete(_ path: String, end: String) -> Completer.Result {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (folder, prefix) = (String(path[..<slash]), String(path[slash...]))
    let quote = end.first ?? "\""
    let names = names(in: folder.isEmpty ? "." : folder, hidden: prefix.hasPrefix("."))
      .filter { LuaText.fits($0, in: quote) }
    let isFolder = names.filter { $0.hasPrefix(prefix) }.first?.hasSuffix("/") == true
    return Completer.complete(prefix, among: names, end: isFolder ? "" : end)
  }

  /// The names in a folder, folders with a slash; empty when it cannot be read.
  private static func names(in folder: String, hidden: Bool) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < mostNames, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != "..", hidden || name.first != "." else { continue }
      names.append(isFolder("\(folder)/\(name)") ? name + "/" : name)
    }
    return names
  }

  private static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }
}
