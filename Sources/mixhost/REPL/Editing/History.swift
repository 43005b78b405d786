import Glibc
import HostSetup
import MixCore

/// Entries of earlier sessions, one on each line, with escaped line breaks and backslashes.
struct History {
  static let mostEntries = 1_000
  /// Longer entries were pasted and will not be repeated.
  static let mostBytes = 8_192

  private let path: String
  /// The reason why new entries are not stored; nil while they are.
  private(set) var problem: String?
  /// The entries, oldest first.
  private(set) var entries: [String] = []

  /// Reads the file; a fault of it becomes ``problem``.
  init(_ path: String) {
    self.path = path
    do {
      let bytes = try PrivateFile.readRegular(path, most: .max)?.bytes ?? []
      entries = bytes.split(separator: UInt8(ascii: "\n")).suffix(Self.mostEntries).map {
        Self.unescaped(String(decoding: $0, as: UTF8.self))
      }
      // Sessions only append, so the file is cut to the read entries from time to time.
      if bytes.count > Self.mostEntries * 200, entries.count == Self.mostEntries { try rewrite() }
    } catch { note(error) }
  }

  /// Appends an entry to the file, unless it repeats the last one.
  mutating func add(_ entry: String) {
    guard !entry.isEmpty, entry.utf8.count <= Self.mostBytes, entry != entries.last else { return }
    entries.append(entry)
    guard problem == nil else { return }
    do { try append(entry) } catch { note(error) }
  }

  private mutating func note(_ error: any Error) {
    problem = "the history is not kept: \(error)"
  }

  private func rewrite() throws {
    let text = entries.map { Self.escaped($0) + "\n" }.joined()
    try PrivateFile.write(Array(text.utf8), to: path)
  }

  /// Appends in one write, so that two sessions do not mix their lines.
  private func append(_ entry: String) throws {
    try PrivateFile.createFolder(PrivateFile.folder(of: path))
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw CommandFailure("\(path): \(String(cString: strerror(errno)))") }
    defer { close(file) }
    let line = Array((Self.escaped(entry) + "\n").utf8)
    guard write(file, line, line.count) == line.count else {
      throw CommandFailure("\(path): \(String(cString: strerror(errno)))")
    }
  }

  static func escaped(_ entry: String) -> String {
    entry.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }

  static func unescaped(_ line: String) -> String {
    var result = ""
    var escaped = false
    for character in line {
      if escaped {
        result.append(character == "n" ? "\n" : character)
        escaped = false
      } else if character == "\\" {
        escaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
