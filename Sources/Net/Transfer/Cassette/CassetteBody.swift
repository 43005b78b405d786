/// The body of a recorded answer, byte for byte: JSON in one line as it is, other text as a string,
/// the rest in base64.
enum CassetteBody {
  static func add(_ response: HTTPResponse, _ mask: CassetteMask, to record: inout CassetteRecord) {
    let body = mask.responseBody(response.body, type: response.headers["Content-Type"])
    if body.isEmpty { return }
    guard let text = String(validating: body, as: UTF8.self) else {
      return record.add("base64", base64(body))
    }
    guard let json = lineOfJSON(body) else { return record.add("text", text) }
    if !json.before.isEmpty { record.add("before", json.before) }
    record.add("json", raw: json.value)
    if !json.after.isEmpty { record.add("after", json.after) }
  }

  /// - Throws: ``CassetteRecord/Problem``.
  static func read(_ record: CassetteRecord) throws -> [UInt8] {
    if record.has("json") {
      let before = record.has("before") ? try record.string("before") : ""
      let after = record.has("after") ? try record.string("after") : ""
      return Array((before + (try record.raw("json")) + after).utf8)
    }
    if record.has("text") { return Array(try record.string("text").utf8) }
    guard record.has("base64") else { return [] }
    guard let bytes = bytes(base64: try record.string("base64")) else {
      throw CassetteRecord.Problem("'base64' is damaged")
    }
    return bytes
  }

  /// A JSON text that fits into a line, and the white space around it, which may be any.
  private static func lineOfJSON(
    _ body: [UInt8]
  ) -> (before: String, value: String, after: String)? {
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let first = body.firstIndex(where: { !isSpace($0) }),
      let last = body.lastIndex(where: { !isSpace($0) }),
      body[first] == UInt8(ascii: "{") || body[first] == UInt8(ascii: "["),
      !body[first...last].contains(where: { $0 == 0x0A || $0 == 0x0D }),
      (try? CassetteRecord(Array("{\"json\":".utf8) + body[first...last] + [0x7D])) != nil
    else { return nil }
    func text(_ range: some RangeExpression<Int>) -> String {
      String(decoding: body[range], as: UTF8.self)
    }
    return (text(..<first), text(first...last), text((last + 1)...))
  }

  // MARK: Base64 (RFC 4648, 4)

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        let isPadding = place > group.count
        text.append(isPadding ? 0x3D : alphabet[bits >> (18 - 6 * place) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func bytes(base64 text: String) -> [UInt8]? {
    guard text.utf8.count % 4 == 0 else { return nil }
    let digits = text.utf8.prefix { $0 != 0x3D }
    guard text.utf8.count - digits.count <= 2 else { return nil }
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for digit in digits {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bytes
  }
}
