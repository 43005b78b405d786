internal import Glibc
internal import MixCore

/// Where a script comes from.
package enum ScriptSource: Sendable {
  case file(String, arguments: [String])
  /// A bundled script that runs as the command of this name.
  case command(String, path: String, arguments: [String])
  /// A bundled script that runs as the command of this name and as part of a program: with its
  /// modules, grants and records.
  case part(String, path: String, entry: String, arguments: [String])
  case code(String, arguments: [String])
  case standardInput(arguments: [String])
  /// The lines typed at the prompt.
  case session

  package var arguments: [String] {
    switch self {
    case .file(_, let arguments), .command(_, _, let arguments), .part(_, _, _, let arguments),
      .code(_, let arguments), .standardInput(let arguments):
      arguments
    case .session: []
    }
  }

  /// The name in messages.
  package var shownName: String {
    switch self {
    case .file(let path, _): path
    case .command(let name, _, _), .part(let name, _, _, _): name
    case .code: "-e"
    case .standardInput: "stdin"
    case .session: "repl"
    }
  }

  /// The file of a named script; for a part of a program, the program's entry.
  package var path: String? {
    switch self {
    case .file(let path, _), .command(_, let path, _), .part(_, _, let path, _): path
    case .code, .standardInput, .session: nil
    }
  }

  /// The name of the chunk in Lua.
  package var chunkName: String {
    if case .part(_, let path, _, _) = self { return "@" + path }
    return path.map { "@" + $0 } ?? "=" + shownName
  }

  /// The folder of a named script, where it may read and require: of a link that of the file itself.
  package var folder: String? {
    path.map { path in
      var target: CChar = 0
      let isLink = readlink(path, &target, 1) > 0
      return PrivateFile.folder(of: isLink ? PrivateFile.real(path) ?? path : path)
    }
  }

  /// - Throws: ``UsageError`` if the script is missing or unreadable.
  package func read() throws -> [UInt8] {
    switch self {
    case .code(let text, _): return Array(text.utf8)
    case .session: return []
    case .standardInput: return try readAll(STDIN_FILENO)
    case .command(_, let path, _), .part(_, let path, _, _): return try Self.found(path)
    case .file(let path, _):
      // The user typed the path, so a pipe is allowed, as in `mixhost <(…)`.
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw cannotRead(path) }
      defer { close(file) }
      return try readAll(file)
    }
  }

  /// Reads a file that the user did not name; a pipe or a device in its place is refused.
  /// - Throws: ``UsageError`` that names the file.
  package static func found(_ path: String) throws -> [UInt8] {
    do {
      if let file = try PrivateFile.readRegular(path, most: mostBytes) { return file.bytes }
    } catch let error as FileError { throw UsageError("\(error)") }
    throw UsageError("cannot read \(path): there is no such file")
  }

  private static let mostBytes = 64_000_000

  private func readAll(_ file: Int32) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw cannotRead(shownName) }
      if count == 0 { return bytes }
      bytes += block[..<count]
      guard bytes.count <= Self.mostBytes else {
        throw UsageError("\(shownName) is larger than 64 MB")
      }
    }
  }

  private func cannotRead(_ path: String) -> UsageError {
    UsageError("cannot read \(path): \(String(cString: strerror(errno)))")
  }
}
