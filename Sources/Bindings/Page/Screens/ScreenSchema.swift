internal import Notation
internal import ScriptHost

/// A kind of node.
struct ScreenKind: Sendable {
  /// The part after the kind's name in a node's table.
  enum Content: Sendable, Equatable {
    case nothing
    /// Nodes.
    case children
    /// One value: that of a field. A node without it is left out, if `isLeftOut`.
    case field(String, isLeftOut: Bool)
  }

  /// `table`.
  var name: String { shape.name }
  /// Its description, and its fields with `id`.
  let shape: Shape
  /// See ``Content``.
  let content: Content

  init(
    _ name: String, _ doc: String, _ content: Content, _ fields: [Shape.Field],
    check: @escaping @Sendable (Fields) throws -> Void = { _ in }
  ) {
    let id = Shape.Field("id", .words, "identifies it where its place may change")
    shape = Shape(name, doc, [id] + fields, check: check)
    self.content = content
  }

  init(_ name: String, _ doc: String, _ fields: [Shape.Field]) {
    self.init(name, doc, .nothing, fields)
  }

  /// The kind of a name.
  static func named(_ name: String) -> ScreenKind? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension Shape.Kind {
  /// A text for people, in which bytes that are not UTF-8 are U+FFFD; a whole number is written out.
  static let words = custom(
    .init("string", "a text") { reader, index, place, _ in
      try ScreenReader.text(reader, index, place)
        ?? reader.stack.integer(index).map { .string("\($0)") }
    })
  /// A number that is neither infinite nor no number.
  static let finite = custom(
    .init("number", "a number") { reader, index, place, _ in
      reader.stack.number(index) == nil ? nil : try ScreenReader.scalar(reader, index, place)
    })
  /// A text, a number, or true or false.
  static let scalar = custom(
    .init("string|number|boolean", "a text, a number, or true or false") {
      reader, index, place, _ in
      try ScreenReader.scalar(reader, index, place)
    })
  /// An address that a browser may follow; another text is left out, for it comes from a service, most likely,
  /// and the rest is worth showing.
  static let address = custom(
    .init("string", addressWords) { reader, index, _, _ in
      reader.stack.string(index).map { ScreenReader.isAddress($0) ? .string($0) : .nil }
    })
  /// An address that a browser may follow.
  static let neededAddress = matching(addressWords, ScreenReader.isAddress)
  private static let addressWords = "an https:// address, or a path that begins with /"
  /// The name of one of the screen's actions.
  static let action = custom(
    .init("string", "the name of an action") { reader, index, place, _ in
      guard let name = reader.stack.string(index) else { return nil }
      if let names = reader.names, !names.contains(name) {
        throw reader.voice.error(
          place,
          .other(
            "the screen has no action '\(LongText.cut(name, to: 40))'"
              + Suggestion.hint(for: name, in: names.sorted())))
      }
      return .string(name)
    })
  /// A scalar, or scalars by name: what an action is called with.
  static let arguments = custom(
    .init(
      "string|number|boolean|table<string, string|number|boolean>",
      "a value, or a table of values by name"
    ) { reader, index, place, _ in
      try reader.stack.kind(index) == .table
        ? .object(ScreenReader.cells(reader, index, place))
        : ScreenReader.scalar(reader, index, place)
    })
  /// A list of records of scalars, told apart by the field that the node's `key` names.
  static let rows = custom(
    .init("table<string, string|number|boolean>[]", "a list of rows") {
      reader, index, place, table in
      reader.stack.kind(index) == .table ? try ScreenReader.rows(reader, index, place, table) : nil
    })

  /// A list of tables.
  static func records(_ shape: Shape) -> Shape.Kind { .list(.record(shape)) }
}
