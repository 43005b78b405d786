extension JSONReader {
  /// Parses a text that holds exactly one value.
  public static func read(
    _ bytes: [UInt8], limits: JSONLimits = .answers
  ) throws(JSONError) -> JSON {
    var reader = try JSONReader(bytes, limits: limits)
    let value = try reader.value()
    _ = try reader.next()
    return value
  }

  /// Parses a text that is one object and returns its members with their values as written; a text
  /// without any value has no members.
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

  /// Parses a JSON string; nil for other values.
  public static func string(_ text: String) -> String? {
    guard case .string(let string)? = try? read(Array(text.utf8)) else { return nil }
    return string
  }

  /// Parses an array of strings; nil for other values.
  public static func strings(_ text: String) -> [String]? {
    (try? read(Array(text.utf8)))?.strings
  }

  /// Parses the next value into a tree.
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

  /// The contents of an open array or object. It keeps its own lists, because a list taken out of a
  /// ``JSON`` would be copied for each element.
  private struct OpenContainer {
    let isObject: Bool
    /// The name of the member whose value is being read.
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
