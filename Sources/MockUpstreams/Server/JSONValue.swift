internal import Notation

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

  /// The text in UTF-8.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.write(answer: self)
    return writer.bytes
  }
}

extension JSONWriter {
  mutating func write(answer value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .int(let number): integer(number)
    case .cents(let amount):
      raw("\(amount / 100).\(amount % 100 < 10 ? "0" : "")\(amount % 100)".utf8)
    case .number(let text): raw(text.utf8)
    case .string(let text): string(text)
    case .array(let items):
      beginArray()
      for item in items { write(answer: item) }
      endArray()
    case .object(let members):
      beginObject()
      for (name, value) in members {
        self.name(name)
        write(answer: value)
      }
      endObject()
    }
  }
}
