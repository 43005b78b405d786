internal import MixCore
internal import ScriptHost

// The table of a filter rule file, and what becomes of it.
extension FilterRules {
  static let shape = Shape.file(
    "filter.rule", kind: kind,
    [
      .init("fields", .list(.record(field)), "what may be chosen", required: true),
      .init(
        "invariants", .list(.record(invariant)), "what must change where, applied in this order"),
      .init(
        "always", .list(.record(statement)),
        "what holds of every state; mixhost rules check goes through all of them"),
    ], check: checkNames)

  private static let field = Shape(
    "filter.field", "A field of a filter.",
    [
      .init("name", .filled, "letters, digits and _", required: true),
      .init("keys", .texts, "other names that may be written for it"),
      .init("values", .texts, "the values that are known; may be left out of an open field"),
      .init("aliases", .map(.filled), "other words for values"),
      .init("open", .flag, "whether it takes other values as well (default false)"),
      .init("default", .filled, "its value to begin with (default: none)"),
      .init("filter", .flag, "whether it narrows the view when it is not at its default"),
      .init("doc", .filled, "what it is, in one line"),
    ], check: checkField)

  private static let invariant = Shape(
    "filter.invariant", "A change that must follow.",
    [
      .init("name", .filled, "as reports name it", required: true),
      .init(
        "doc", .filled, "why, in one line; shown to whom it changes the filter"),
      .init(
        "when", .function("fun(state: table<string, string>): boolean?"),
        "whether it applies to a state", required: true),
      .init(
        "set",
        .kept("table<string, string|false>|fun(state: table<string, string>): table"),
        "the values that it sets, false for none; or a function that gives them", required: true),
    ], naming: .owner("invariant"))

  private static let statement = Shape(
    "filter.statement", "A statement about every state.",
    [
      .init("name", .filled, "as reports name it", required: true),
      .init(
        "holds", .function("fun(state: table<string, string>): boolean?"),
        "whether it holds of a state", required: true),
    ], naming: .owner("statement"))

  // MARK: Checks

  @Sendable private static func checkField(_ record: Fields) throws {
    let field = Self.field(record)
    // A name can be written before an equals sign.
    guard field.name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
      throw record.wrong("name", "has letters, digits and _ only, not '\(field.name)'")
    }
    guard !field.values.isEmpty || field.isOpen else {
      throw record.wrong("values", "is a list of the values, or the field is open")
    }
    if let standard = field.standard, (try? field.value(of: standard)) != standard {
      throw record.wrong("default", "'\(standard)' is not one of the values")
    }
    for (alias, value) in field.aliases.sorted(by: { $0.key < $1.key })
    where !field.values.contains(value) {
      throw record.wrong("aliases.\(alias)", "'\(value)' is not one of the values")
    }
  }

  @Sendable private static func checkNames(_ rules: Fields) throws {
    let list = rules.records("fields").map(Self.field)
    guard !list.isEmpty else { throw rules.wrong("fields", "is an empty list") }
    var names: Set<String> = []
    for (position, field) in list.enumerated() {
      for name in [field.name] + field.keys where !names.insert(name.lowercased()).inserted {
        throw rules.wrong("fields[\(position + 1)].name", "'\(name)' is taken by another field")
      }
    }
  }

  // MARK: Results of reading

  static func field(_ record: Fields) -> FilterField {
    var field = FilterField(
      record.string("name") ?? "", keys: record.texts("keys"), values: record.texts("values"),
      isOpen: record.bool("open") == true, standard: record.string("default"),
      isFilter: record.bool("filter") == true, doc: record.string("doc"))
    field.aliases = record.map("aliases", \.text)
    return field
  }

  /// - Throws: ``HostError`` for values that the fields do not take.
  static func invariant(
    _ record: Fields, _ schema: FilterSchema, _ call: HostCall
  ) throws -> Invariant {
    Invariant(
      name: record.string("name") ?? "", doc: record.string("doc"),
      when: record.ruleFunction("when"),
      changes: try changes(record, schema, call))
  }

  private static func changes(
    _ record: Fields, _ schema: FilterSchema, _ call: HostCall
  ) throws -> Invariant.Changes {
    if let function = record.optionalRuleFunction("set") { return .computed(function) }
    let stack = call.stack
    guard stack.reserve(10) else { throw HostError.usage("the Lua stack is full") }
    if let given = record.kept("set") { given.push(stack) } else { stack.pushNil() }
    defer { stack.pop() }
    do { return .fixed(try FilterChanges.read(stack, stack.count, schema)) } catch {
      guard let error = error as? FilterError else { throw error }
      throw record.wrong("set", error.message)
    }
  }
}
