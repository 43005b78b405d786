/// How the members of a JSON text are laid out.
enum JSONLayout: Sendable {
  /// No space at all.
  case compact
  /// One member a line, two spaces per level.
  case pretty
}

/// A JSON value of an answer, members in the order they are sent.
indirect enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  /// An amount in hundredths, written with two digits (prices).
  case cents(Int)
  /// A number as it is spelled here, for those that no type of Swift holds.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])
}

/// Writes JSON (RFC 8259) as UTF-8, without escaping what need not be escaped.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let layout: JSONLayout
  private var depth = 0

  init(layout: JSONLayout = .compact) {
    self.layout = layout
  }

  /// The bytes of one value.
  static func encode(_ value: JSONValue, layout: JSONLayout = .compact) -> [UInt8] {
    var writer = JSONWriter(layout: layout)
    writer.write(value)
    return writer.bytes
  }

  /// Appends text as it stands, for the spacing that an upstream puts around its values.
  mutating func raw(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: raw("null")
    case .bool(let flag): raw(flag ? "true" : "false")
    case .int(let number): raw(String(number))
    case .cents(let amount):
      raw("\(amount / 100).\(amount % 100 < 10 ? "0" : "")\(amount % 100)")
    case .number(let text): raw(text)
    case .string(let text): write(string: text)
    case .array(let items):
      writeList("[", "]", count: items.count) { $0.write(items[$1]) }
    case .object(let members):
      writeList("{", "}", count: members.count) { writer, index in
        writer.write(string: members[index].0)
        writer.raw(writer.layout == .compact ? ":" : ": ")
        writer.write(members[index].1)
      }
    }
  }

  private mutating func writeList(
    _ open: String, _ close: String, count: Int, item: (inout JSONWriter, Int) -> Void
  ) {
    raw(open)
    depth += 1
    for index in 0..<count {
      if index > 0 { raw(",") }
      breakLine()
      item(&self, index)
    }
    depth -= 1
    if count > 0 { breakLine() }
    raw(close)
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }

  private mutating func write(string: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      case 0..<0x20:
        let hex = String(byte, radix: 16)
        raw("\\u00\(byte < 0x10 ? "0" : "")\(hex)")
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
