internal import Glibc
internal import Notation

/// Finds the files that `require` loads, in the granted folders and nowhere else.
struct ModuleSearch: Sendable {
  /// A module's file.
  struct Found {
    let shownPath: String
    let text: [UInt8]
  }

  private static let mostBytes = 16_000_000
  /// The longest name in bytes: that of a file, which the system limits.
  static let longestName = 255
  /// Folders by their real paths, in the order of the search.
  let folders: [String]

  /// - Parameter folders: those that do not exist are passed over.
  init(folders: [String]) { self.folders = folders }

  /// Looks for `name` (dots separate folders) as `name.lua` and `name/init.lua`.
  /// - Throws: ``HostError`` of kind `usage` that lists where it looked.
  func find(_ name: String) throws -> Found {
    try Self.checkLength(name)
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let valid = parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy {
          ($0 >= 0x30 && $0 <= 0x39) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || $0 == 0x5F
            || $0 == 0x2D
        }
    }
    guard valid else {
      throw HostError.usage(
        "module name '\(name)' is not allowed: letters, digits, _ and - between dots")
    }
    let path = parts.joined(separator: "/")
    var tried: [String] = []
    for folder in folders {
      for file in ["\(folder)/\(path).lua", "\(folder)/\(path)/init.lua"] {
        tried.append(file)
        guard let real = realPath(file) else { continue }
        guard let root = realPath(folder), real.hasPrefix(root + "/") else {
          throw HostError.denied("module '\(name)': \(file) leads out of \(folder)")
        }
        return Found(shownPath: file, text: try read(real, name))
      }
    }
    let places =
      tried.isEmpty ? "no folder is searched" : "looked for " + tried.joined(separator: ", ")
    throw HostError.usage("module '\(name)' was not found; \(places)")
  }

  /// - Throws: ``HostError`` of kind `usage` for a name that no file can have.
  static func checkLength(_ name: String) throws {
    guard name.utf8.count > longestName else { return }
    throw HostError.usage(
      "module name '\(LongText.cut(name, to: 60))' is too long: \(longestName) bytes at most")
  }

  private func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func read(_ path: String, _ name: String) throws -> [UInt8] {
    guard let file = fopen(path, "rbe") else {
      throw HostError.usage(
        "module '\(name)': cannot read \(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var text: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { break }
      text.append(contentsOf: block[..<count])
      guard text.count <= Self.mostBytes else {
        throw HostError.usage("module '\(name)': \(path) is larger than 16 MB")
      }
    }
    guard ferror(file) == 0 else {
      throw HostError.usage("module '\(name)': cannot read \(path) (a directory?)")
    }
    return text
  }
}
