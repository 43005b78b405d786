internal import Notation

/// Header fields in the order in which they came; names compare without regard to case.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The fields, names as they were given.
  public private(set) var fields: [(name: String, value: String)]

  /// Makes headers from fields in their order; names may repeat.
  public init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

  /// Whether there is no field.
  var isEmpty: Bool { fields.isEmpty }

  /// Makes headers from a literal; names may repeat.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { ($0.0, $0.1) }
  }

  /// The first value of a field; setting replaces all of that name, nil removes them.
  public subscript(name: String) -> String? {
    get { fields.first { Self.same($0.name, name) }?.value }
    set {
      fields.removeAll { Self.same($0.name, name) }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// Every value of a field, in order.
  public func values(_ name: String) -> [String] {
    fields.filter { Self.same($0.name, name) }.map(\.value)
  }

  /// The values of a list field, split at commas outside quotes and trimmed (RFC 9110, 5.6.1).
  public func list(_ name: String) -> [String] {
    values(name).flatMap { Self.splitList($0) }
  }

  /// The names, in lower case, of the fields that carry a credential
  /// (``SecretMask/isCredentialName(_:)``).
  public var credentialNames: [String] {
    fields.map(\.name).filter(SecretMask.isCredentialName).map { $0.lowercased() }
  }

  /// Adds a field and keeps those of the same name.
  public mutating func add(_ name: String, _ value: String) {
    fields.append((name, value))
  }

  /// Whether both hold the same fields in the same order.
  public static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool {
    left.fields.count == right.fields.count
      && zip(left.fields, right.fields).allSatisfy {
        same($0.name, $1.name) && $0.value == $1.value
      }
  }

  /// Hashes the values; names differ in case only where headers are equal.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fields.count)
    for field in fields { hasher.combine(field.value) }
  }

  private static func same(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    var other = right.utf8.makeIterator()
    for byte in left.utf8 {
      guard let next = other.next(), byte == next || lower(byte) == lower(next) else {
        return false
      }
    }
    return true
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  private static func splitList(_ value: String) -> [String] {
    var parts: [String] = []
    var current = ""
    var quoted = false
    var escaped = false
    for character in value.unicodeScalars {
      if character == "," && !quoted {
        parts.append(current)
        current = ""
        continue
      }
      if character == "\"" && !escaped { quoted.toggle() }
      escaped = quoted && character == "\\" && !escaped
      current.unicodeScalars.append(character)
    }
    parts.append(current)
    return parts.map { trim($0) }.filter { !$0.isEmpty }
  }

  private static func trim(_ value: String) -> String {
    var scalars = Substring(value)
    while let first = scalars.first, first == " " || first == "\t" { scalars.removeFirst() }
    while let last = scalars.last, last == " " || last == "\t" { scalars.removeLast() }
    return String(scalars)
  }
}
