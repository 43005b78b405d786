/// Header fields in the order in which they came; names compare without regard to case.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The fields, names as they were given.
  public private(set) var fields: [(name: String, value: String)]

  /// Makes headers from fields in their order; names may repeat.
  public init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

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

  /// Adds a field and keeps those of the same name.
  public mutating func add(_ name: String, _ value: String) { fields.append((name, value)) }

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

/// A request before any layer has seen it.
public struct HTTPRequest: Sendable {
  /// GET, POST, …, in capitals.
  public var method: String
  /// An absolute http or https address.
  public var url: String
  /// The fields to send; those of the connection (Host, Content-Length, …) are the client's.
  public var headers: HTTPHeaders
  /// What is sent after the header; empty for none.
  public var body: [UInt8]
  /// What the caller asks of the layers.
  public var options: HTTPOptions

  /// Makes a request.
  public init(
    method: String = "GET", url: String, headers: HTTPHeaders = [:], body: [UInt8] = [],
    options: HTTPOptions = HTTPOptions()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.options = options
  }
}

/// An answer as the caller sees it.
public struct HTTPResponse: Sendable {
  /// Where an answer came from.
  public enum Source: String, Sendable {
    /// From the network, now.
    case live
    /// From the cache and fresh (or confirmed by a 304).
    case cache
    /// From the cache and expired: the network was off, unreachable or failing.
    case stale
  }

  /// 100 to 599.
  public var status: Int
  /// The fields of the answer, without those of a coding that was undone.
  public var headers: HTTPHeaders
  /// The decoded body.
  public var body: [UInt8]
  /// The address after redirects.
  public var url: String
  /// Where it came from.
  public var source: Source
  /// Whether another caller's transfer brought it (single-flight).
  public var shared: Bool
  /// Seconds since the origin made it; 0 for a live answer without Age.
  public var age: Double

  /// Makes an answer.
  public init(
    status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: String,
    source: Source = .live, shared: Bool = false, age: Double = 0
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.source = source
    self.shared = shared
    self.age = age
  }
}
