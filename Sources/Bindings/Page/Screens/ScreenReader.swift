internal import CLua
internal import Notation
internal import ScriptHost

/// How large a tree may be.
enum ScreenLimits {
  /// How deep nodes nest in what a view returns.
  static let depth = 24
  /// Nodes, and items outside of lists that are shown in parts.
  static let nodes = 10_000
  /// Items in one list. A page holds those in sight only, so they do not count as nodes.
  static let items = 100_000
  /// Values in all.
  static let values = 2_000_000
  /// The longest text, in bytes.
  static let textBytes = 100_000
}

/// Checks what a view returned against the kinds, and makes the tree that pages and terminals show.
///
/// In the tree every node has `kind` and `id` (its own, or one of its kind and place), holes and nodes
/// without their text are gone, and children are in `children`.
struct ScreenReader {
  private let reader: ShapeReader
  private var nodes = 0
  /// The tables around the node that is read.
  private var around: [UnsafeRawPointer] = []

  private var stack: LuaStack { reader.stack }

  /// - Parameter actions: the screen's, which nodes may name; nil: names are not looked up.
  /// - Throws: ``HostError`` of kind `screen` that names the path; ``LimitExceeded``.
  static func tree(
    _ call: HostCall, _ index: Int32, actions: Set<String>? = nil
  ) throws -> LuaValue {
    let limits = ShapeLimits(items: ScreenLimits.items, values: ScreenLimits.values)
    var reader = ScreenReader(
      reader: ShapeReader(call, .screen, names: actions, limits: limits, skipsNull: true))
    let index = lua_absindex(call.stack.pointer, index)
    guard let kind = try reader.kind(index, "view") else {
      throw wrong("view", "returned nothing; a node such as {\"page\", …} expected")
    }
    guard var node = try reader.node(kind, index, kind.name) else {
      throw wrong(kind.name, "its text is missing")
    }
    if node["id"] == nil { node["id"] = .string(kind.name) }
    return .object(node)
  }

  private static func wrong(_ path: String, _ message: String) -> any Error {
    ShapeVoice.screen.error(path, .other(message))
  }

  // MARK: Nodes

  /// The kind of a node; nil for nothing and `false`.
  private func kind(_ index: Int32, _ path: String) throws -> ScreenKind? {
    if isNothing(index) { return nil }
    guard stack.kind(index) == .table else {
      throw Self.wrong(path, "a node is a table, not \(stack.plainType(index))")
    }
    stack.pushRawElement(index, 1)
    defer { stack.pop() }
    guard let name = stack.text(-1) else {
      throw Self.wrong(path, "a node begins with its kind, such as {\"text\", \"Hello\"}")
    }
    if let kind = ScreenKind.named(name) { return kind }
    let names = ScreenKind.all.map(\.name)
    throw Self.wrong(
      path,
      "there is no kind '\(LongText.cut(name, to: 40))'"
        + Suggestion.hint(for: name, in: names, orAll: true))
  }

  /// `false` is what `condition and text` gives.
  private func isNothing(_ index: Int32) -> Bool {
    stack.isNoneOrNil(index) || stack.isNull(index) || stack.boolean(index) == false
  }

  /// - Returns: nil for a node that is left out.
  private mutating func node(
    _ kind: ScreenKind, _ index: Int32, _ path: String
  ) throws -> [String: LuaValue]? {
    nodes += 1
    guard nodes <= ScreenLimits.nodes else {
      throw Self.wrong(path, "the tree has more than \(ScreenLimits.nodes) nodes")
    }
    guard around.count < ScreenLimits.depth, stack.reserve(12) else {
      throw Self.wrong(path, "nests deeper than \(ScreenLimits.depth) tables")
    }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    let last = try pushFields(index, path)
    switch kind.content {
    case .children: break
    case .nothing:
      try checkEnd(
        index, 2, last, path, "nothing follows \"\(kind.name)\" but fields with names")
    case .field(let name, let isLeftOut):
      stack.pushRawField(base + 1, name)
      if stack.isNoneOrNil(-1) {
        stack.pushRawElement(index, 2)
        if !isNothing(-1) {
          stack.setRawField(base + 1, name)
        } else if isLeftOut {
          return nil
        }
      }
      try checkEnd(index, 3, last, path, "only one value follows \"\(kind.name)\"")
    }
    lua_settop(stack.pointer, base + 1)
    var node = try reader.fields(kind.shape, base + 1, path + ".").members
    node["kind"] = .string(kind.name)
    if kind.content == .children {
      if let table = stack.identity(index) { around.append(table) }
      defer { around.removeLast() }
      node["children"] = .array(try children(index, last, path))
    }
    return node
  }

  /// Pushes a table of the node's fields with names; nulls are left out.
  /// - Returns: the last place of its list, holes included.
  private func pushFields(_ index: Int32, _ path: String) throws -> Int64 {
    var last: Int64 = 0
    clua_newtable(stack.pointer)
    let fields = stack.count
    try stack.forEachPair(index) {
      if let place = stack.integer(-2), place >= 1 {
        last = max(last, place)
      } else if stack.kind(-2) == .string {
        if stack.isNull(-1) { return }
        stack.pushCopy(-2)
        stack.pushCopy(-2)
        lua_rawset(stack.pointer, fields)  // allowed: the key is a string
      } else {
        throw Self.wrong(
          path, "a key is a name or a place from 1, not a \(stack.typeName(-2))")
      }
    }
    guard last <= ScreenLimits.items else {
      throw Self.wrong(path, "a list of more than \(ScreenLimits.items) items")
    }
    return last
  }

  private func checkEnd(
    _ index: Int32, _ first: Int64, _ last: Int64, _ path: String, _ message: String
  ) throws {
    for place in stride(from: first, through: last, by: 1) {
      stack.pushRawElement(index, place)
      defer { stack.pop() }
      guard stack.isNoneOrNil(-1) || stack.isNull(-1) else {
        throw Self.wrong("\(path)[\(place - 1)]", message)
      }
    }
  }

  private mutating func children(
    _ index: Int32, _ last: Int64, _ path: String
  ) throws -> [LuaValue] {
    var children: [LuaValue] = []
    var ids: Set<LuaValue> = []
    var counts: [String: Int] = [:]
    for place in stride(from: 2, through: last, by: 1) {
      stack.pushRawElement(index, place)
      defer { stack.pop() }
      let path = "\(path)[\(place - 1)]"
      if let table = stack.identity(-1), around.contains(table) {
        throw Self.wrong(path, "the table contains itself")
      }
      guard let kind = try kind(stack.count, path) else { continue }
      let own = "\(path).\(kind.name)"
      // One that is left out counts, so that those behind it keep their ids.
      counts[kind.name, default: 0] += 1
      guard var node = try node(kind, stack.count, own) else { continue }
      let id = node["id"] ?? .string(Self.ownName(kind, node, &counts))
      guard ids.insert(id).inserted else {
        throw Self.wrong(own + ".id", "another node beside it has the same id")
      }
      node["id"] = id
      children.append(.object(node))
    }
    return children
  }

  /// The name of a node without an `id` among those beside it: its kind and place. Forms and filters hold text
  /// that is being typed, which must stay while others of them come and go: their action names them.
  private static func ownName(
    _ kind: ScreenKind, _ node: [String: LuaValue], _ counts: inout [String: Int]
  ) -> String {
    var name = kind.name
    if case .string(let action)? = node["submit"] ?? node["on_change"] {
      name += " " + action
      counts[name, default: 0] += 1
    }
    let count = counts[name] ?? 1
    return count == 1 ? name : "\(name) \(count)"
  }
}

// MARK: Values

extension ScreenReader {
  static func text(_ reader: ShapeReader, _ index: Int32, _ place: String) throws -> LuaValue? {
    guard reader.stack.kind(index) == .string else { return nil }
    let count = Int(reader.stack.rawLength(index))
    guard count <= ScreenLimits.textBytes else {
      throw wrong(place, "a text of \(count) bytes; \(ScreenLimits.textBytes) are the most")
    }
    try reader.stack.countCopy(count)
    return reader.stack.string(index).map(LuaValue.string)
  }

  static func scalar(_ reader: ShapeReader, _ index: Int32, _ place: String) throws -> LuaValue? {
    switch reader.stack.kind(index) {
    case .string: return try text(reader, index, place)
    case .boolean: return reader.stack.boolean(index).map(LuaValue.bool)
    case .number:
      let value = try LuaValue(reader.stack, index)
      if case .number(let number) = value, !number.isFinite {
        throw wrong(place, "a finite number expected, not \(number)")
      }
      return value
    default: return nil
    }
  }

  /// Scalars by name.
  static func cells(
    _ reader: ShapeReader, _ index: Int32, _ place: String, addresses: Set<String> = []
  ) throws -> [String: LuaValue] {
    var cells: [String: LuaValue] = [:]
    try reader.stack.forEachPair(index) {
      try reader.limits.count(place, reader.voice)
      try reader.stack.countCopy(96)
      guard reader.stack.kind(-2) == .string, let name = reader.stack.string(-2) else {
        throw wrong(place, "a table of values by name expected, not a list")
      }
      if reader.stack.isNull(-1) { return }
      let place = "\(place).\(name)"
      guard let value = try scalar(reader, -1, place) else {
        throw wrong(
          place,
          "a text, a number, or true or false expected, not \(reader.stack.plainType(-1))")
      }
      if case .string(let text) = value, addresses.contains(name), !isAddress(text) { return }
      cells[name] = value
    }
    return cells
  }

  /// - Parameter table: the node's fields before the rows.
  static func rows(
    _ reader: ShapeReader, _ index: Int32, _ place: String, _ table: Fields
  ) throws -> LuaValue {
    let stack = reader.stack
    let addresses = Set(
      table.records("columns").filter { ["image", "audio", "link"].contains($0.string("format")) }
        .compactMap { $0.string("key") })
    var rows: [LuaValue] = []
    var places: [LuaValue: Int] = [:]
    try reader.forEachItem(index, place) { position, place in
      guard stack.kind(-1) == .table, stack.rawLength(-1) == 0 else {
        throw wrong(place, "a row is a table of cells by name, not \(stack.plainType(-1))")
      }
      let cells = try cells(reader, stack.count, place, addresses: addresses)
      if let key = table.string("key") {
        guard let value = cells[key] else {
          throw wrong("\(place).\(key)", "the row's key is missing")
        }
        try reader.note(value, position, "\(place).\(key)", &places)
      }
      rows.append(.object(cells))
    }
    return .array(rows)
  }

  /// Whether a browser may follow it: nothing that runs code or leaves https.
  @Sendable static func isAddress(_ text: String) -> Bool {
    let isPath = text.hasPrefix("/") && !text.hasPrefix("//") && !text.hasPrefix("/\\")
    let isSafe = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    return isSafe && (isPath || text.prefix(8).lowercased() == "https://")
  }
}

extension ShapeVoice {
  /// The errors of a view's result; the path ends at the field, or at the node itself.
  static let screen = ShapeVoice { place, fault in
    let path = place.hasSuffix(".") ? String(place.dropLast()) : place
    let message =
      switch fault {
      case .unknown(let name, let known):
        "the field is not known" + Suggestion.hint(for: name, in: known, orAll: true)
      case .mismatch(let kind, nil, let fields): "\(kind.expected(fields)) is missing"
      case .mismatch(let kind, let found?, let fields):
        "\(kind.expected(fields)) expected, not \(found.words)"
      case .other(let message): message
      }
    return HostError(
      kind: "screen", message: "\(path): \(message)", fields: ["path": .string(path)])
  }
}
