/// A JSON value (RFC 8259); members keep their order.
///
/// ```swift
/// let value = try JSONReader.read(Array(#"{"title":"Heat"}"#.utf8))
/// if case .string(let title)? = value["title"] { print(title) }
/// ```
public enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int64)
  /// A number; infinities and NaN are written as `null`, because JSON lacks them.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])
  /// JSON text that is inserted unchanged, such as the stored candidates of a work.
  case raw([UInt8])

  /// A name and its value.
  public struct Member: Sendable, Equatable {
    /// The name, unescaped.
    public var name: String
    /// Its value.
    public var value: JSON

    /// Makes a member of a name and a value.
    public init(_ name: String, _ value: JSON) { (self.name, self.value) = (name, value) }
  }

  /// Makes an object without the members whose value is nil.
  public static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// The value of a member; nil when the object lacks it or the value is not an object.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    // Of equal names the last counts, as everywhere in mixhost.
    return members.last { $0.name == name }?.value
  }

  /// The strings of an array; nil for other values and when an element is not a string.
  public var strings: [String]? {
    guard case .array(let values) = self else { return nil }
    var texts: [String] = []
    for value in values {
      guard case .string(let text) = value else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// The value as JSON text in UTF-8, on one line.
  public var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes a value of any kind.
  public mutating func write(_ value: JSON) {
    switch value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .int(let number): integer(number)
    case .number(let number): self.number(number)
    case .string(let text): string(text)
    case .raw(let bytes): raw(bytes)
    case .array(let values):
      beginArray()
      for value in values { write(value) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        name(member.name)
        write(member.value)
      }
      endObject()
    }
  }
}
