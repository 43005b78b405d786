/// Fields of `application/x-www-form-urlencoded` (WHATWG URL, section 5), used in forms and
/// queries: `a=1&b=x%20y`.
public struct FormFields: Sendable, Equatable {
  /// The fields in their order; names may repeat.
  package var fields: [(name: String, value: String)] = []

  package init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

  /// Parses a query or a body. `+` is a space; bytes that are not UTF-8 become U+FFFD.
  package init(parsing text: some StringProtocol) {
    for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      fields.append(
        (Self.decode(parts[0]), parts.count == 2 ? Self.decode(parts[1]) : ""))
    }
  }

  /// The value of the first field with a name; nil when no field has it.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// A name that appears more than once; nil when all names differ.
  package var repeated: String? {
    var seen: Set<String> = []
    return fields.first { !seen.insert($0.name).inserted }?.name
  }

  /// The encoded text; everything but letters, digits and `-._~` is percent-encoded.
  package var text: String {
    fields.map { Self.escape($0.name) + "=" + Self.escape($0.value) }.joined(separator: "&")
  }

  /// Whether both hold the same fields in the same order.
  public static func == (left: FormFields, right: FormFields) -> Bool {
    left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.value == $1.value }
  }

  /// Percent-encodes a text except for the unreserved characters of RFC 3986.
  public static func escape(_ text: String) -> String { escape(text.utf8) }

  /// Percent-encodes bytes except for the unreserved characters of RFC 3986.
  public static func escape(_ content: some Sequence<UInt8>) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in content {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
      default: bytes += [0x25, hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes percent-encoded bytes; a `%` without two hexadecimal digits stays.
  package static func unescape(_ text: some StringProtocol) -> String {
    decode(text.utf8, plusIsSpace: false)
  }

  private static func decode(
    _ text: some Sequence<UInt8>, plusIsSpace: Bool = true
  ) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      if plusIsSpace, byte == UInt8(ascii: "+") {
        bytes.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%"), rest.count >= 2,
        rest.prefix(2).allSatisfy(isHexadecimal),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }
}
