internal import CLua
public import MixCore
public import ScriptHost

/// Copies what a view returned: plain data, of a size that a screen may have.
struct ScreenInputReader {
  private let stack: LuaStack
  private var values = 0
  /// The tables around the value that is read.
  private var around: [UnsafeRawPointer] = []

  init(_ stack: LuaStack) { self.stack = stack }

  /// - Throws: ``ScreenError`` that names the path; ``LimitExceeded``.
  static func read(_ stack: LuaStack, _ index: Int32) throws -> ScreenInput {
    var reader = ScreenInputReader(stack)
    return try reader.value(index, "view")
  }

  private mutating func value(_ index: Int32, _ path: String) throws -> ScreenInput {
    values += 1
    guard values <= ScreenLimits.values else {
      throw ScreenError(
        path: path, message: "the tree holds more than \(ScreenLimits.values) values")
    }
    switch stack.kind(index) {
    case .none, .nil: return .none
    case .boolean: return .flag(stack.boolean(index) ?? false)
    case .number:
      return stack.isWholeNumber(index)
        ? .integer(stack.integer(index) ?? 0) : .number(stack.number(index) ?? 0)
    case .string: return .text(try text(index, path))
    case .lightUserdata where stack.isNull(index): return .none
    case .table: return try table(lua_absindex(stack.pointer, index), path)
    case .lightUserdata, .function, .userdata, .thread: return .other(stack.typeName(index))
    }
  }

  private func text(_ index: Int32, _ path: String) throws -> String {
    let count = Int(stack.rawLength(index))
    guard count <= ScreenLimits.textBytes else {
      throw ScreenError(
        path: path,
        message: "a text of \(count) bytes; \(ScreenLimits.textBytes) are the most")
    }
    try stack.countCopy(count)
    return stack.string(index) ?? ""
  }

  private mutating func table(_ index: Int32, _ path: String) throws -> ScreenInput {
    let identity = stack.identity(index)
    if let identity {
      if around.contains(identity) {
        throw ScreenError(path: path, message: "the table contains itself")
      }
      around.append(identity)
    }
    defer { if identity != nil { around.removeLast() } }
    guard around.count <= ScreenLimits.depth, stack.reserve(6) else {
      throw ScreenError(path: path, message: "nests deeper than \(ScreenLimits.depth) tables")
    }
    let (name, length, fields) = try shape(index, path)
    // A node's path ends with its kind.
    let own = name.map { path == "view" ? $0 : "\(path).\($0)" } ?? path
    var list: [ScreenInput] = []
    list.reserveCapacity(length)
    for position in 0..<length {
      stack.pushRawElement(index, Int64(position) + 1)
      defer { stack.pop() }
      let place = name == nil ? position + 1 : position
      list.append(try value(stack.count, "\(own)[\(place)]"))
    }
    var record: [String: ScreenInput] = [:]
    record.reserveCapacity(fields.count)
    for field in fields {
      stack.pushRawField(index, field)
      defer { stack.pop() }
      record[field] = try value(stack.count, "\(own).\(field)")
    }
    return .table(list: list, fields: record)
  }

  /// The first element if it is a text (a node's kind), the last place of the list, holes included, and the
  /// names of the fields.
  private func shape(
    _ index: Int32, _ path: String
  ) throws -> (name: String?, length: Int, fields: [String]) {
    stack.pushRawElement(index, 1)
    let name = stack.kind(-1) == .string && stack.rawLength(-1) <= 40 ? stack.string(-1) : nil
    stack.pop()
    var last: Int64 = 0
    var fields: [String] = []
    try stack.forEachPair(index) {
      if stack.kind(-2) == .string {
        fields.append(stack.string(-2) ?? "")
      } else if let place = stack.integer(-2), place >= 1 {
        last = max(last, place)
      } else {
        throw ScreenError(
          path: path, message: "a key is a name or a place from 1, not a \(stack.typeName(-2))")
      }
    }
    guard last <= ScreenLimits.items else {
      throw ScreenError(path: path, message: "a list of more than \(ScreenLimits.items) items")
    }
    try stack.countCopy((Int(last) + fields.count) * 96)
    return (name, Int(last), fields)
  }
}

extension LuaStack {
  /// Whether a number is of Lua's subtype for integers.
  fileprivate func isWholeNumber(_ index: Int32) -> Bool { lua_isinteger(pointer, index) != 0 }
}

extension LuaValue {
  /// A screen's value as scripts see it.
  init(_ value: ScreenValue) {
    switch value {
    case .flag(let flag): self = .bool(flag)
    case .integer(let number): self = .int(number)
    case .number(let number): self = .number(number)
    case .text(let text): self = .string(text)
    case .list(let values): self = .array(values.map(LuaValue.init))
    case .record(let fields): self = .object(fields.mapValues(LuaValue.init))
    }
  }
}

extension ScreenValue {
  /// A tree that a script has kept; nil for what no tree holds.
  init?(_ value: LuaValue) {
    switch value {
    case .bool(let flag): self = .flag(flag)
    case .int(let number): self = .integer(number)
    case .number(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .array(let values):
      let all = values.compactMap(ScreenValue.init)
      guard all.count == values.count else { return nil }
      self = .list(all)
    case .object(let fields):
      let all = fields.compactMapValues(ScreenValue.init)
      guard all.count == fields.count else { return nil }
      self = .record(all)
    case .nil, .null, .bytes, .opaque: return nil
    }
  }
}

extension ScreenError: ScriptVisibleError {
  /// As scripts see it.
  public var hostError: HostError {
    HostError(
      kind: "screen", message: description, fields: ["path": .string(path)], underlying: self)
  }
}
