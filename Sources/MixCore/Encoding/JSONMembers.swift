/// The members of a JSON object, read for a few scalars: answers of token services, stored log-ins.
struct JSONMembers: Sendable {
  private let members: [(name: String, raw: String)]

  /// - Throws: ``JSONScanner/Failure`` for what is no JSON object (RFC 8259).
  init(_ bytes: [UInt8]) throws {
    var scanner = JSONScanner(bytes)
    members = try scanner.object()
  }

  /// A member that is a string; nil when it is absent or something else.
  func string(_ name: String) -> String? {
    guard let raw = raw(name), raw.utf8.first == UInt8(ascii: "\"") else { return nil }
    var scanner = JSONScanner(Array(raw.utf8))
    return try? scanner.string()
  }

  /// A member that is a number, or a string that spells one; nil otherwise.
  func number(_ name: String) -> Double? {
    (string(name) ?? raw(name)).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A member that is an object; nil otherwise.
  func object(_ name: String) -> JSONMembers? {
    guard let raw = raw(name), raw.utf8.first == UInt8(ascii: "{") else { return nil }
    return try? JSONMembers(Array(raw.utf8))
  }

  /// A string, or the strings of an array; empty otherwise.
  func strings(_ name: String) -> [String] {
    if let text = string(name) { return [text] }
    guard let raw = raw(name), raw.utf8.first == UInt8(ascii: "[") else { return [] }
    var scanner = JSONScanner(Array(raw.utf8))
    return (try? scanner.strings()) ?? []
  }

  // The last of several equal names counts, as in most readers.
  private func raw(_ name: String) -> String? { members.last { $0.name == name }?.raw }

  /// A string as JSON.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
