import MixCore
import ScriptHost

/// The results of a file's tests.
struct SpecFileResult: Sendable {
  let path: String
  /// As scripts/lib/spec/report.lua takes them.
  private(set) var results: [[String: LuaValue]] = []
  /// The fault of the command line, as only Lua could tell.
  var usageProblem: String?
  var seconds = 0.0

  init(_ path: String) { self.path = path }

  var isGood: Bool {
    results.allSatisfy { $0["status"] != .string("failed") && $0["status"] != .string("error") }
  }

  /// As scripts/lib/spec/report.lua takes it.
  var value: LuaValue {
    .object([
      "path": .string(path), "seconds": .number(seconds),
      "results": .array(results.map(LuaValue.object)),
    ])
  }

  /// Adds a result of lib/spec/runner.lua.
  mutating func add(_ fields: [String: LuaValue], seconds: Double = 0) {
    var fields = fields.mapValues { value in
      guard case .bytes(let bytes) = value else { return value }
      return .string(String(decoding: bytes, as: UTF8.self))
    }
    fields["seconds"] = .number(seconds)
    if case .string(let position)? = fields["position"] {
      fields["source"] = Self.line(at: position).map(LuaValue.string)
    }
    results.append(fields)
  }

  /// Adds a failure of the file as a whole.
  mutating func fail(_ message: String, at position: String? = nil) {
    var fields: [String: LuaValue] = [
      "name": .string(""), "status": .string("error"), "message": .string(message),
    ]
    fields["position"] = position.map(LuaValue.string)
    add(fields)
  }

  /// The text at `file:line` without its indentation; nil when it cannot be read.
  private static func line(at position: String) -> String? {
    guard let colon = position.lastIndex(of: ":"),
      let number = Int(position[position.index(after: colon)...]), number > 0,
      let bytes = try? PrivateFile.read(String(position[..<colon]))
    else { return nil }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard number <= lines.count else { return nil }
    let text = String(decoding: lines[number - 1], as: UTF8.self).drop { $0 == " " || $0 == "\t" }
    return text.isEmpty ? nil : String(text.prefix(100))
  }
}
