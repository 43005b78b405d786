import Hummingbird

/// The parameters of a request's query, decoded as `application/x-www-form-urlencoded` (WHATWG URL,
/// section 5.1): `+` is a space, `%XX` a byte, bytes that are not UTF-8 become U+FFFD.
struct QueryString: Sendable {
  private var values: [String: String] = [:]
  private var pairs: [(name: String, value: String)] = []

  init(_ query: String?) {
    for pair in (query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let key = Self.decode(parts[0])
      let value = parts.count == 2 ? Self.decode(parts[1]) : ""
      // The first of several equal names counts, as at most services that are played here.
      if values[key] == nil { values[key] = value }
      pairs.append((key, value))
    }
  }

  /// The value of a parameter; nil when it is absent or empty.
  subscript(name: String) -> String? {
    guard let value = values[name], !value.isEmpty else { return nil }
    return value
  }

  /// All values of a parameter, in their order.
  func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

  /// The number of a parameter, or `fallback` when it is absent.
  /// - Throws: `HTTPError` 400 when it is not a number in the range.
  func number(_ name: String, default fallback: Int, in range: ClosedRange<Int>) throws -> Int {
    guard let text = self[name] else { return fallback }
    guard let number = Int(text), range.contains(number) else {
      throw HTTPError(
        .badRequest,
        message: "\(name) takes \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }

  private static func decode(_ text: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+") {
        bytes.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%"), rest.count >= 2,
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
}
