/// A JSON value (RFC 8259); members stay in their order.
enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])
  /// JSON that has been written already, such as the candidates of a work.
  case raw([UInt8])

  /// A name and its value.
  struct Member: Sendable, Equatable {
    var name: String
    var value: JSON

    init(_ name: String, _ value: JSON) { (self.name, self.value) = (name, value) }
  }

  /// An object whose absent values are left out.
  static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// The value of a member; nil where there is none, and for what is no object.
  subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    // The last of equal names counts, as everywhere in mixhost.
    return members.last { $0.name == name }?.value
  }

  /// The text in UTF-8.
  var bytes: [UInt8] {
    var output: [UInt8] = []
    write(to: &output)
    return output
  }

  private func write(to output: inout [UInt8]) {
    switch self {
    case .null: output += "null".utf8
    case .bool(let flag): output += (flag ? "true" : "false").utf8
    case .int(let number): output += String(number).utf8
    case .number(let number): output += (number.isFinite ? "\(number)" : "null").utf8
    case .string(let text): Self.write(text, to: &output)
    case .raw(let bytes): output += bytes
    case .array(let values):
      output.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        value.write(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.write(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
      case 0x0A: output += "\\n".utf8
      case 0x0D: output += "\\r".utf8
      case 0x09: output += "\\t".utf8
      case 0..<0x20: output += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }
}
