internal import Notation

/// Checks a view's result against the kinds of nodes, and makes the tree that pages and terminals
/// show.
///
/// In the tree every node has `kind` and `id` (its own, or one made of its kind and place); holes
/// and nodes without their text are removed, and children are in `children`.
public struct ScreenReader {
  /// The actions that nodes may name; nil for any.
  let actions: Set<String>?
  private var nodes = 0

  /// Makes a reader.
  /// - Parameter actions: the screen's actions; nil to accept any name.
  public init(actions: Set<String>? = nil) { self.actions = actions }

  /// Reads a whole tree.
  /// - Throws: ``ScreenError`` that names the path.
  public static func tree(
    _ input: ScreenInput, actions: Set<String>? = nil
  ) throws(ScreenError) -> ScreenValue {
    var reader = ScreenReader(actions: actions)
    guard let (kind, list, fields) = try reader.start(input, "view") else {
      throw ScreenError(
        path: "view", message: "returned nothing; a node such as {\"page\", …} expected")
    }
    guard var node = try reader.node(kind, list, fields, kind.name) else {
      throw ScreenError(path: kind.name, message: "its text is missing")
    }
    if node["id"] == nil { node["id"] = .text(kind.name) }
    return .record(node)
  }

  private typealias Start = (ScreenKind, [ScreenInput], [String: ScreenInput])

  /// The kind and the parts of a node; nil for an absent one and for `false`.
  private func start(_ input: ScreenInput, _ path: String) throws(ScreenError) -> Start? {
    switch input {
    case .none, .flag(false): return nil
    case .table(let list, let fields):
      guard case .text(let name)? = list.first else {
        throw ScreenError(
          path: path, message: "a node begins with its kind, such as {\"text\", \"Hello\"}")
      }
      guard let kind = ScreenKind.named(name) else {
        let near = Suggestion.closest(to: name, in: ScreenKind.all.map(\.name))
        throw ScreenError(
          path: path,
          message: "there is no kind '\(LongText.cut(name, to: 40))'"
            + (near.map { " (did you mean '\($0)'?)" }
              ?? "; there are \(ScreenKind.all.map(\.name).joined(separator: ", "))"))
      }
      return (kind, list, fields)
    default:
      throw ScreenError(path: path, message: "a node is a table, not \(input.kind)")
    }
  }

  /// Reads a node; nil when it is left out.
  private mutating func node(
    _ kind: ScreenKind, _ list: [ScreenInput], _ fields: [String: ScreenInput], _ path: String
  ) throws(ScreenError) -> [String: ScreenValue]? {
    nodes += 1
    guard nodes <= ScreenLimits.nodes else {
      throw ScreenError(path: path, message: "the tree has more than \(ScreenLimits.nodes) nodes")
    }
    var fields = fields
    if case .field(let name, let isLeftOut) = kind.content {
      if fields[name] == nil, list.count > 1 { fields[name] = Self.given(list[1]) }
      if isLeftOut, case .none = fields[name] ?? .none { return nil }
      try checkEnd(list, after: 2, path, "only one value follows \"\(kind.name)\"")
    }
    if kind.content == .nothing {
      try checkEnd(list, after: 1, path, "nothing follows \"\(kind.name)\" but fields with names")
    }
    var id: ScreenValue?
    if let given = fields.removeValue(forKey: "id") { id = try scalar(given, path + ".id", .text) }
    var record = try self.fields(kind.fields, fields, path, extra: "id")
    try Self.check(kind, record, path)
    record["kind"] = .text(kind.name)
    record["id"] = id
    if kind.content == .children { record["children"] = .list(try children(list, path)) }
    return record
  }

  /// Treats `false` as absent, because `condition and text` returns it.
  private static func given(_ input: ScreenInput) -> ScreenInput {
    if case .flag(false) = input { return .none }
    return input
  }

  private func checkEnd(
    _ list: [ScreenInput], after count: Int, _ path: String, _ message: String
  ) throws(ScreenError) {
    for (place, value) in list.enumerated().dropFirst(count) {
      if case .none = value { continue }
      throw ScreenError(path: "\(path)[\(place)]", message: message)
    }
  }

  /// Makes the checks that involve several fields.
  private static func check(
    _ kind: ScreenKind, _ record: [String: ScreenValue], _ path: String
  ) throws(ScreenError) {
    if kind.name == "link", (record["href"] == nil) == (record["action"] == nil) {
      throw ScreenError(path: path, message: "a link has either href or action")
    }
    if kind.name == "embed", case .text(let video)? = record["video"],
      video.isEmpty || !video.utf8.allSatisfy({ isNameByte($0) || $0 == UInt8(ascii: "-") })
    {
      throw ScreenError(path: path + ".video", message: "letters, digits, - and _ expected")
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F
  }

  private mutating func children(
    _ list: [ScreenInput], _ path: String
  ) throws(ScreenError) -> [ScreenValue] {
    var children: [ScreenValue] = []
    var ids: Set<ScreenValue> = []
    var counts: [String: Int] = [:]
    for (place, input) in list.enumerated().dropFirst() {
      guard let (kind, list, fields) = try start(input, "\(path)[\(place)]") else { continue }
      let own = "\(path)[\(place)].\(kind.name)"
      // A node that is left out counts, so that later ones keep their ids.
      counts[kind.name, default: 0] += 1
      guard var node = try node(kind, list, fields, own) else { continue }
      let id = node["id"] ?? .text(Self.ownName(kind, node, &counts))
      guard ids.insert(id).inserted else {
        throw ScreenError(path: own + ".id", message: "another node beside it has the same id")
      }
      node["id"] = id
      children.append(.record(node))
    }
    return children
  }

  /// The id of a node without one, made of its kind and place. Forms and filters are named by their
  /// action instead, because text that is being typed must stay while neighbours come and go.
  private static func ownName(
    _ kind: ScreenKind, _ node: [String: ScreenValue], _ counts: inout [String: Int]
  ) -> String {
    var name = kind.name
    if case .text(let action)? = node["submit"] ?? node["on_change"] {
      name += " " + action
      counts[name, default: 0] += 1
    }
    let count = counts[name] ?? 1
    return count == 1 ? name : "\(name) \(count)"
  }

  // MARK: Fields

  private func fields(
    _ known: [ScreenField], _ given: [String: ScreenInput], _ path: String, extra: String? = nil
  ) throws(ScreenError) -> [String: ScreenValue] {
    if let unknown = given.keys.sorted().first(where: { name in
      !known.contains { $0.name == name }
    }) {
      let names = known.map(\.name) + [extra].compactMap(\.self)
      let near = Suggestion.closest(to: unknown, in: names)
      throw ScreenError(
        path: "\(path).\(LongText.cut(unknown, to: 40))",
        message: "the field is not known"
          + (near.map { " (did you mean '\($0)'?)" }
            ?? "; known: \(names.joined(separator: ", "))"))
    }
    var record: [String: ScreenValue] = [:]
    for field in known {
      let place = "\(path).\(field.name)"
      if case .rows = field.type {
        record[field.name] = .list(
          try rows(given[field.name] ?? .none, place, key: record["key"], Self.addresses(record)))
      } else if case .address = field.type, !field.isRequired,
        case .text(let text)? = given[field.name], !Self.isAddress(text)
      {
        // The bad address probably comes from a service; the rest is worth showing.
        continue
      } else if let value = try value(given[field.name] ?? .none, place, field.type) {
        record[field.name] = value
      } else if field.isRequired {
        throw ScreenError(path: place, message: "\(field.type.words) is missing")
      }
    }
    return record
  }

  func value(
    _ input: ScreenInput, _ path: String, _ type: ScreenType
  ) throws(ScreenError) -> ScreenValue? {
    if case .none = input { return nil }
    switch type {
    case .list(let element): return try list(input, path, element)
    case .record(let record):
      guard case .table(let list, let fields) = input, list.isEmpty else {
        throw wrong(input, path, type)
      }
      return .record(try self.fields(record.fields, fields, path))
    case .arguments: return try arguments(input, path)
    default: return try scalar(input, path, type)
    }
  }

  private func arguments(_ input: ScreenInput, _ path: String) throws(ScreenError) -> ScreenValue {
    guard case .table(let list, let fields) = input, list.isEmpty else {
      return try scalar(input, path, .scalar)
    }
    var record: [String: ScreenValue] = [:]
    for (name, value) in fields { record[name] = try scalar(value, "\(path).\(name)", .scalar) }
    return .record(record)
  }
}
