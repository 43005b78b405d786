extension JSONReader {
  /// The one value of a text.
  public static func read(
    _ bytes: [UInt8], limits: JSONLimits = .answers
  ) throws(JSONError) -> JSON {
    var reader = try JSONReader(bytes, limits: limits)
    let value = try reader.value()
    _ = try reader.next()
    return value
  }

  /// The members of a text that is one object, their values as they are written; a text without any
  /// value has none.
  public static func members(
    _ bytes: [UInt8], limits: JSONLimits = .documents
  ) throws(JSONError) -> [(name: String, raw: String)] {
    var reader = try JSONReader(bytes, limits: limits)
    if reader.isAtEnd { return [] }
    try reader.require(UInt8(ascii: "{"))
    _ = try reader.next()
    var members: [(name: String, raw: String)] = []
    while try reader.next() == .name {
      let name = reader.text()
      members.append((name, try reader.rawValue()))
    }
    _ = try reader.next()
    return members
  }

  /// The string that a text is; nil for other values.
  public static func string(_ text: String) -> String? {
    guard case .string(let string)? = try? read(Array(text.utf8)) else { return nil }
    return string
  }

  /// The strings of the list that a text is; nil for other values.
  public static func strings(_ text: String) -> [String]? {
    (try? read(Array(text.utf8)))?.strings
  }

  /// The next value as a tree.
  private mutating func value() throws(JSONError) -> JSON {
    // Containers that are open: what they hold so far, and for objects the name that waits.
    var open: [(value: JSON, name: String)] = []
    while true {
      var done: JSON
      switch try next() {
      case .beginObject:
        open.append((.object([]), ""))
        continue
      case .beginArray:
        open.append((.array([]), ""))
        continue
      case .name:
        open[open.count - 1].name = text()
        continue
      case .string: done = .string(text())
      case .number: done = try number()
      case .bool(let flag): done = .bool(flag)
      case .endObject, .endArray: done = open.removeLast().value
      case .null, nil: done = .null
      }
      guard let last = open.indices.last else { return done }
      open[last].value.append(done, name: open[last].name)
    }
  }
}

extension JSON {
  fileprivate mutating func append(_ element: JSON, name: String) {
    switch self {
    case .array(var values):
      self = .null
      values.append(element)
      self = .array(values)
    case .object(var members):
      self = .null
      members.append(Member(name, element))
      self = .object(members)
    default: break
    }
  }
}
