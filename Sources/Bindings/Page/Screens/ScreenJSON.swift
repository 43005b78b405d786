public import Notation
public import ScriptHost

extension JSONWriter {
  /// Writes a screen's value, with fields in byte order.
  public mutating func write(_ value: LuaValue) {
    switch value {
    case .bool(let flag): bool(flag)
    case .int(let number): integer(number)
    case .number(let number): self.number(number)
    case .string(let text): string(text)
    case .nil, .null, .bytes, .opaque: null()
    case .array(let values):
      beginArray()
      for value in values { write(value) }
      endArray()
    case .object(let fields):
      beginObject()
      for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
        name(field)
        write(value)
      }
      endObject()
    }
  }
}

extension LuaValue {
  /// The JSON text in UTF-8, on one line.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}
