internal import ScriptHost

extension PlaylistRules {
  /// A step of a build: what it is given, and what it returns.
  struct Step: Sendable {
    enum Result: Sendable {
      case text, table, list, tableOrNil, integerOrNil

      /// In a message.
      var words: String {
        switch self {
        case .text: "a text"
        case .table, .list: "a table"
        case .tableOrNil: "a table or nil"
        case .integerOrNil: "a whole number or nil"
        }
      }

      var type: String {
        switch self {
        case .text: "string"
        case .table: "table"
        case .list: "table[]"
        case .tableOrNil: "table?"
        case .integerOrNil: "integer?"
        }
      }

      /// Whether the value on top is of the kind.
      func fits(_ stack: LuaStack) -> Bool {
        switch self {
        case .text: stack.kind(-1) == .string
        case .table, .list: stack.kind(-1) == .table
        case .tableOrNil: stack.kind(-1) == .table || stack.isNoneOrNil(-1)
        case .integerOrNil: stack.integer(-1) != nil || stack.isNoneOrNil(-1)
        }
      }
    }

    let name: String
    /// The arguments with their types, as messages call them. A step cannot change them, but for `memory`.
    let parameters: [(name: String, type: String)]
    let result: Result
    let doc: String
    /// Whether rules may leave it out; it then returns nil.
    let isOptional: Bool

    init(
      _ name: String, _ parameters: [(name: String, type: String)], _ result: Result, _ doc: String,
      optional: Bool = false
    ) {
      self.name = name
      self.parameters = parameters
      self.result = result
      self.doc = doc
      isOptional = optional
    }

    /// The type of its function.
    var type: String {
      let list = parameters.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
      return "fun(\(list)): \(result.type)"
    }
  }

  /// In the order in which they run; `resolve` runs for each name among the artists.
  static let steps = [
    Step(
      "name", [("options", "table"), ("today", "string")], .text,
      "the playlist's name"),
    Step(
      "describe", [("options", "table"), ("build", "string")], .text,
      "the description of a new playlist; build: the identifier of this build", optional: true),
    Step(
      "resolve", [("query", "string"), ("matches", "table[]")], .tableOrNil,
      "which of the artists that a search found is meant"),
    Step(
      "artists", [("options", "table"), ("found", "table")], .table,
      "the artists in order, or {fetch, limit}: a source to ask first"),
    Step(
      "tracks", [("options", "table"), ("count", "integer")], .integerOrNil,
      "how many top tracks of the next artist to ask for; nil: no more artists"),
    Step(
      "dedupe",
      [("options", "table"), ("fetched", "table[]"), ("chosen", "table[]"), ("memory", "table")],
      .table,
      "{kept, dropped}: which of an artist's tracks to take; memory lasts for the build"),
    Step(
      "order", [("options", "table"), ("tracks", "table[]")], .list,
      "the tracks in order"),
    Step(
      "trim", [("options", "table"), ("tracks", "table[]")], .list,
      "those that fit"),
    Step(
      "target",
      [("options", "table"), ("name", "string"), ("playlists", "table[]?"), ("user", "string")],
      .tableOrNil,
      "the playlist to reuse, nil for a new one, or {fetch = \"playlists\"}"),
    Step(
      "write", [("options", "table"), ("prepared", "string[]"), ("existing", "string[]?")], .table,
      "{action, items, added}: what is written"),
  ]
}
