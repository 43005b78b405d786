internal import ScriptHost

/// A table of a rule file, declared: what may be in it. From here come its checks, the reference and the
/// editor types.
struct RuleShape: Sendable {
  /// How messages call the functions of such a table.
  enum Naming: Sendable {
    /// By their fields: `prepare`.
    case field
    /// By the table's `name`: `feature 'title'`.
    case owner(String)
    /// By what they all are: `step 'order'`.
    case each(String)

    /// Whether all fields are functions.
    var isOfFunctions: Bool {
      if case .each = self { return true }
      return false
    }
  }

  /// As the reference names it: `match.feature`.
  let name: String
  let doc: String
  let fields: [RuleField]
  let naming: Naming
  /// Checks that need several fields, made when all were read.
  let check: @Sendable (RuleRecord) throws -> Void

  init(
    _ name: String, _ doc: String, _ fields: [RuleField], naming: Naming = .field,
    check: @escaping @Sendable (RuleRecord) throws -> Void = { _ in }
  ) {
    self.name = name
    self.doc = doc
    self.fields = fields
    self.naming = naming
    self.check = check
  }

  /// The table that a file of a kind returns: `kind`, and the fields of the kind.
  static func file(
    _ name: String, kind: String, _ fields: [RuleField],
    check: @escaping @Sendable (RuleRecord) throws -> Void = { _ in }
  ) -> RuleShape {
    let head: [RuleField] = [
      .init("kind", .any("\"\(kind)\""), "which kind of rules this is"),
      .init("name", .text, "what mixhost rules list shows", optional: true),
      .init("doc", .text, "what the rules do, in one line", optional: true),
    ]
    return RuleShape(
      name, "The table that a rule file of the kind `\(kind)` returns.", head + fields, check: check
    )
  }

  /// The table and those within it, as the reference shows them.
  var tableShapes: [TableShape] {
    let own = TableShape(name, doc, fields.map { .init($0.name, $0.typeName, $0.doc) })
    return [own]
      + fields.flatMap { field -> [TableShape] in
        switch field.form {
        case .list(let shape), .table(let shape): shape.tableShapes
        default: []
        }
      }
  }
}

/// A field of a table in a rule file.
struct RuleField: Sendable {
  /// The values that a field may have.
  enum Form: Sendable {
    case text
    /// True or false; false when it is absent.
    case flag
    /// One of some words; the first when it is absent.
    case word([String])
    /// A list of texts; empty when it is absent.
    case texts
    /// A number within a range, which may depend on the fields before.
    case number(@Sendable (RuleRecord) -> ClosedRange<Double>)
    /// A function, by its type.
    case function(String)
    case list(RuleShape)
    case table(RuleShape)
    /// Texts by names of any kind.
    case textsByName
    /// Numbers by names of any kind.
    case numbersByName
    /// Lists of texts by names of any kind.
    case listsByName
    /// Values that the kind reads itself, by their type.
    case any(String)
  }

  let name: String
  let form: Form
  let doc: String
  let isOptional: Bool

  init(_ name: String, _ form: Form, _ doc: String, optional: Bool = false) {
    self.name = name
    self.form = form
    self.doc = doc
    isOptional = optional
  }

  /// The type that the reference and editors show.
  var typeName: String {
    switch form {
    case .text: mayBeAbsent("string")
    case .flag: "boolean?"
    case .word(let words): "(" + words.map { "\"\($0)\"" }.joined(separator: "|") + ")?"
    case .texts: "string[]?"
    case .number: mayBeAbsent("number")
    case .function(let type): isOptional ? "(\(type))?" : type
    case .list(let shape): mayBeAbsent(shape.name + "[]")
    case .table(let shape): mayBeAbsent(shape.name)
    case .textsByName: "table<string, string>?"
    case .numbersByName: "table<string, number>?"
    case .listsByName: "table<string, string[]>?"
    case .any(let type): mayBeAbsent(type)
    }
  }

  private func mayBeAbsent(_ type: String) -> String { isOptional ? type + "?" : type }
}

extension RuleField.Form {
  /// A number within a range.
  static func number(in range: ClosedRange<Double>) -> RuleField.Form { .number { _ in range } }
}
