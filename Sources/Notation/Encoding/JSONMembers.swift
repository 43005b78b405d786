/// Reads scalar members of a JSON object, such as a token service's answer or a stored log-in.
package struct JSONMembers: Sendable {
  private let object: JSON

  /// Parses an object; an empty text has no members.
  /// - Throws: ``JSONError`` for anything that is not a JSON object (RFC 8259).
  package init(_ bytes: [UInt8]) throws {
    guard bytes.contains(where: { $0 > 0x20 }) else {
      object = .object([])
      return
    }
    object = try JSONReader.read(bytes, limits: .documents)
    guard case .object = object else { throw JSONError(offset: 0, reason: "expected {") }
  }

  private init(object: JSON) { self.object = object }

  /// The fields of a form as members that are strings.
  package init(_ form: FormFields) {
    object = .object(form.fields.map { JSON.Member($0.name, .string($0.value)) })
  }

  /// Whether there are no members.
  package var isEmpty: Bool {
    if case .object(let members) = object { members.isEmpty } else { true }
  }

  /// The member of this name when it is a string; nil otherwise.
  package func string(_ name: String) -> String? {
    if case .string(let text)? = object[name] { text } else { nil }
  }

  /// The member of this name when it is a number or a string that spells one; nil otherwise.
  package func number(_ name: String) -> Double? {
    switch object[name] {
    case .int(let number): Double(number)
    case .number(let number): number
    case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// The member of this name when it is an object; nil otherwise.
  func object(_ name: String) -> JSONMembers? {
    if let member = object[name], case .object = member { JSONMembers(object: member) } else { nil }
  }

  /// The member of this name as strings: one string, or those of an array; empty otherwise.
  package func strings(_ name: String) -> [String] {
    string(name).map { [$0] } ?? object[name]?.strings ?? []
  }
}
