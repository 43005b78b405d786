public import Notation

extension JSONWriter {
  /// Writes a screen's value, with fields in byte order.
  public mutating func write(_ value: ScreenValue) {
    switch value {
    case .flag(let flag): bool(flag)
    case .integer(let number): integer(number)
    case .number(let number): self.number(number)
    case .text(let text): string(text)
    case .list(let values):
      beginArray()
      for value in values { write(value) }
      endArray()
    case .record(let fields):
      beginObject()
      for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
        name(field)
        write(value)
      }
      endObject()
    }
  }
}

extension ScreenValue {
  /// The value as JSON in UTF-8, on one line.
  public var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}
