internal import Files
internal import Glibc
internal import Notation

/// A folder that `require` searches.
struct ModuleFolder: Sendable, Equatable {
  /// First part of the names of rules and of the modules that they share.
  static let rules = "rules"

  let path: String
  /// First part of the names of this folder's modules, apart from their place in it; nil for none.
  let prefix: String?
  /// Whether names that lead here have an outdated form.
  let isOlder: Bool

  init(_ path: String, prefix: String? = nil, isOlder: Bool = false) {
    self.path = path
    self.prefix = prefix
    self.isOlder = isOlder
  }

  /// The path of a module below the folder; nil when its name does not begin with the prefix.
  func place(of parts: [Substring]) -> String? {
    guard let prefix else { return parts.joined(separator: "/") }
    guard parts.count > 1, parts[0] == prefix else { return nil }
    return parts.dropFirst().joined(separator: "/")
  }
}

/// Finds the files that `require` loads, in the granted folders only.
struct ModuleSearch: Sendable {
  /// A module's file.
  struct Found {
    let shownPath: String
    let folder: ModuleFolder
    let text: [UInt8]
  }

  private static let mostBytes = 16_000_000
  /// The longest name in bytes, the system's limit for a file's name.
  static let longestName = 255
  /// The folders in the order of the search.
  let folders: [ModuleFolder]
  /// Whether a file may be loaded, by its real path; nil allows every file.
  private let mayLoad: (@Sendable (String) -> Bool)?

  /// Makes a search.
  /// - Parameter folders: those that do not exist are skipped.
  init(folders: [ModuleFolder], mayLoad: (@Sendable (String) -> Bool)? = nil) {
    self.folders = folders
    self.mayLoad = mayLoad
  }

  /// Finds `name` (dots separate folders) as `name.lua`, `name/init.lua` or `name.csv`, a data
  /// table whose module is its text.
  /// - Throws: ``HostError`` of kind `usage` that lists the searched paths.
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
      let advice =
        Self.dotted(name).map { "write require(\"\($0)\")" } ?? ForeignHint.module(name)
        ?? "letters, digits, _ and - between dots"
      throw HostError.usage("module name '\(name)' is not allowed: \(advice)")
    }
    var tried: [String] = []
    for folder in folders {
      guard let path = folder.place(of: parts) else { continue }
      for ending in [".lua", "/init.lua", ".csv"] {
        let file = "\(folder.path)/\(path)\(ending)"
        if tried.contains(file) { continue }
        tried.append(file)
        guard let real = realPath(file) else { continue }
        guard let root = realPath(folder.path), GrantedFile.holds(root, real) else {
          throw HostError.denied("module '\(name)': \(file) leads out of \(folder.path)")
        }
        if let mayLoad, !mayLoad(real) {
          throw HostError.denied(
            "module '\(name)': reading \(file) is not granted; allow it with --allow-read \(real)")
        }
        let text = try read(GrantedFile(root: root, path: real), name, file)
        return Found(
          shownPath: file, folder: folder, text: ending == ".csv" ? Self.quoted(text) : text)
      }
    }
    if let near = near(parts) {
      throw HostError.usage("module '\(name)' was not found (did you mean '\(near)'?)")
    }
    let places =
      tried.isEmpty ? "no folder is searched" : "looked for " + tried.joined(separator: ", ")
    let advice = ForeignHint.module(name).map { "; \($0)" } ?? ""
    throw HostError.usage("module '\(name)' was not found; \(places)\(advice)")
  }

  /// The name of a module that was written as the path of its file, `./lib/util.lua`; nil for others.
  private static func dotted(_ path: String) -> String? {
    guard path.contains("/"), !path.hasPrefix("/"), !path.hasPrefix("../"), !path.hasPrefix("@")
    else { return nil }
    let bare = path.hasPrefix("./") ? path.dropFirst(2) : path[...]
    return String(bare.hasSuffix(".lua") ? bare.dropLast(4) : bare).replacing("/", with: ".")
  }

  /// The module nearest to a name, among those in the folders that the name leads to; nil for none.
  private func near(_ parts: [Substring]) -> String? {
    guard let last = parts.last else { return nil }
    var known: [String] = []
    for folder in folders {
      guard let place = folder.place(of: parts) else { continue }
      let below = "\(folder.path)/\(place)".dropLast(last.count + 1)
      guard let directory = opendir(String(below)) else { continue }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let file = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard file.hasSuffix(".lua"), file != "init.lua" else { continue }
        if let mayLoad, !mayLoad("\(below)/\(file)") { continue }
        known.append(String(file.dropLast(4)))
      }
    }
    guard let near = Suggestion.closest(to: String(last), in: known.sorted()) else { return nil }
    return (parts.dropLast().map(String.init) + [near]).joined(separator: ".")
  }

  /// Checks a name's length.
  /// - Throws: ``HostError`` of kind `usage` for a name that no file can have.
  static func checkLength(_ name: String) throws {
    guard name.utf8.count > longestName else { return }
    throw HostError.usage(
      "module name '\(LongText.cut(name, to: 60))' is too long: \(longestName) bytes at most")
  }

  /// A chunk that returns a text, which it quotes by long brackets of a level that the text does
  /// not contain.
  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    var level = 0
    var run = -1
    for byte in text {
      if byte == UInt8(ascii: "]") {
        if run >= 0 { level = max(level, run + 1) }
        run = 0
      } else if byte == UInt8(ascii: "="), run >= 0 {
        run += 1
      } else {
        run = -1
      }
    }
    if run >= 0 { level = max(level, run + 1) }
    let signs = String(repeating: "=", count: level)
    // Lua drops the line break after the opening bracket.
    return Array("return [\(signs)[\n".utf8) + text + Array("]\(signs)]".utf8)
  }

  private func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func read(
    _ file: GrantedFile, _ name: String, _ shown: String
  ) throws -> [UInt8] {
    do { return try file.read(most: Self.mostBytes) } catch {
      let reason = error.isTooLarge ? "it is larger than 16 MB" : "\(error)"
      throw HostError.usage("module '\(name)': cannot read \(shown): \(reason)")
    }
  }
}
