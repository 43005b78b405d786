/// The members of a JSON object, read for a few scalars: answers of token services, stored log-ins.
package struct JSONMembers: Sendable {
  private let object: JSON

  /// - Throws: ``JSONError`` for anything that is not a JSON object (RFC 8259). An empty text has no members.
  package init(_ bytes: [UInt8]) throws {
    guard bytes.contains(where: { $0 > 0x20 }) else {
      object = .object([])
      return
    }
    object = try JSONReader.read(bytes, limits: .documents)
    guard case .object = object else { throw JSONError(offset: 0, reason: "expected {") }
  }

  private init(object: JSON) { self.object = object }

  /// A member that is a string; nil when it is absent or something else.
  package func string(_ name: String) -> String? {
    if case .string(let text)? = object[name] { text } else { nil }
  }

  /// A member that is a number, or a string that spells one; nil otherwise.
  package func number(_ name: String) -> Double? {
    switch object[name] {
    case .int(let number): Double(number)
    case .number(let number): number
    case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// A member that is an object; nil otherwise.
  func object(_ name: String) -> JSONMembers? {
    if let member = object[name], case .object = member { JSONMembers(object: member) } else { nil }
  }

  /// A string, or the strings of an array; empty otherwise.
  package func strings(_ name: String) -> [String] {
    string(name).map { [$0] } ?? object[name]?.strings ?? []
  }
}
