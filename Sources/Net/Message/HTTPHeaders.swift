internal import Notation

/// Header fields in the order in which they came; names compare without regard to case.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  // In use while `lines` is empty.
  private var given: [(name: String, value: String)]

  /// The lines of a received header, each with its end, as long as nothing has changed them; else
  /// empty. Most answers are asked for one or two fields at most, so they are read on demand.
  public private(set) var lines: [UInt8] = []

  /// The fields, names as they were given.
  public var fields: [(name: String, value: String)] {
    lines.isEmpty ? given : HeaderLines.fields(lines)
  }

  /// Makes headers from fields in their order; names may repeat.
  public init(_ fields: [(name: String, value: String)] = []) { given = fields }

  /// Makes headers from lines as received, without the status line and the empty line.
  init(lines: [UInt8]) {
    given = []
    self.lines = lines
  }

  /// Whether there is no field.
  var isEmpty: Bool { lines.isEmpty && given.isEmpty }

  /// The same headers as lines, where these say the same.
  var asLines: HTTPHeaders {
    lines.isEmpty ? HeaderLines.lines(of: given).map { HTTPHeaders(lines: $0) } ?? self : self
  }

  /// The lines without those of one field; nil where lines would not say the same.
  func lines(without name: String) -> [UInt8]? {
    if lines.isEmpty { return isEmpty ? [] : nil }
    if self[name] == nil { return lines }
    return HeaderLines.lines(of: fields.filter { !Self.same($0.name, name) })
  }

  /// Makes headers from a literal; names may repeat.
  public init(dictionaryLiteral elements: (String, String)...) {
    given = elements.map { ($0.0, $0.1) }
  }

  /// The first value of a field; setting replaces all of that name, nil removes them.
  public subscript(name: String) -> String? {
    get {
      if !lines.isEmpty { return HeaderLines.first(name, in: lines) }
      return given.first { Self.same($0.name, name) }?.value
    }
    set {
      readLines()
      given.removeAll { Self.same($0.name, name) }
      if let newValue { given.append((name, newValue)) }
    }
  }

  private mutating func readLines() {
    if lines.isEmpty { return }
    given = HeaderLines.fields(lines)
    lines = []
  }

  /// Every value of a field, in order.
  public func values(_ name: String) -> [String] {
    if self[name] == nil { return [] }
    return fields.filter { Self.same($0.name, name) }.map(\.value)
  }

  /// The values of a list field, split at commas outside quotes and trimmed (RFC 9110, 5.6.1).
  public func list(_ name: String) -> [String] {
    values(name).flatMap { Self.splitList($0) }
  }

  /// The names, in lower case, of the fields that carry a credential
  /// (``SecretMask/isCredentialName(_:)``).
  public var credentialNames: [String] {
    if isEmpty { return [] }
    return fields.lazy.map(\.name).filter(SecretMask.isCredentialName).map { $0.lowercased() }
  }

  /// Adds a field and keeps those of the same name.
  public mutating func add(_ name: String, _ value: String) {
    readLines()
    given.append((name, value))
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
