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
    var open: [OpenContainer] = []
    while true {
      var done: JSON
      switch try next() {
      case .beginObject:
        open.append(OpenContainer(isObject: true))
        continue
      case .beginArray:
        open.append(OpenContainer(isObject: false))
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
      open[last].append(done)
    }
  }

  /// The contents of an array or object so far. Lists of their own: taken out of a ``JSON`` to grow, a list
  /// would be copied for each element.
  private struct OpenContainer {
    let isObject: Bool
    /// Of the member that is read now.
    var name = ""
    private var values: [JSON] = []
    private var members: [JSON.Member] = []

    init(isObject: Bool) { self.isObject = isObject }

    var value: JSON { isObject ? .object(members) : .array(values) }

    mutating func append(_ value: JSON) {
      if isObject { members.append(JSON.Member(name, value)) } else { values.append(value) }
    }
  }
}
