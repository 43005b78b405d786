internal import CLua
internal import MixCore
internal import ScriptHost

/// Reads the parts of a filter rule's table.
struct FilterRuleReader {
  let fields: FieldReader
  private let call: HostCall

  init(_ call: HostCall, path: String) {
    self.call = call
    fields = FieldReader(call, path: path)
  }

  private var stack: LuaStack { call.stack }

  // MARK: Fields

  func schemaFields(_ table: Int32) throws -> [FilterField] {
    let list = try fields.list(table, "fields") { index, place in try field(index, place) }
    guard !list.isEmpty else { throw fields.wrong("fields", "is an empty list") }
    var names: Set<String> = []
    for (position, field) in list.enumerated() {
      for name in [field.name] + field.keys where !names.insert(name.lowercased()).inserted {
        throw fields.wrong("fields[\(position + 1)].name", "'\(name)' is taken by another field")
      }
    }
    return list
  }

  private func field(_ index: Int32, _ place: String) throws -> FilterField {
    try fields.checkKeys(index, place, FilterRules.fieldShape.fields.map(\.name))
    var field = FilterField(
      try name(index, place), keys: try fields.strings(index, "keys", place),
      values: try fields.strings(index, "values", place), isOpen: try flag(index, "open", place),
      standard: try fields.optionalString(index, "default", place),
      isFilter: try flag(index, "filter", place),
      doc: try fields.optionalString(index, "doc", place))
    guard !field.values.isEmpty || field.isOpen else {
      throw fields.wrong(place + "values", "is a list of the values, or the field is open")
    }
    if let standard = field.standard, (try? field.value(of: standard)) != standard {
      throw fields.wrong(place + "default", "'\(standard)' is none of the values")
    }
    try fields.table(index, "aliases", place) { aliases in
      for alias in try fields.keys(aliases) {
        let value = try fields.string(aliases, alias, place + "aliases.")
        guard field.values.contains(value) else {
          throw fields.wrong("\(place)aliases.\(alias)", "'\(value)' is none of the values")
        }
        field.aliases[alias] = value
      }
    }
    return field
  }

  /// A name can be written before an equals sign.
  private func name(_ index: Int32, _ place: String) throws -> String {
    let name = try fields.string(index, "name", place)
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
      throw fields.wrong(place + "name", "has letters, digits and _ only, not '\(name)'")
    }
    return name
  }

  private func flag(_ index: Int32, _ name: String, _ place: String) throws -> Bool {
    stack.pushRawField(index, name)
    defer { stack.pop() }
    if stack.isNoneOrNil(-1) { return false }
    guard let flag = stack.boolean(-1) else {
      throw fields.wrong(place + name, "is true or false, not \(stack.typeName(-1))")
    }
    return flag
  }

  // MARK: Invariants

  func invariants(_ table: Int32, _ schema: FilterSchema) throws -> [FilterRules.Invariant] {
    try fields.list(table, "invariants", optional: true) { index, place in
      try fields.checkKeys(index, place, FilterRules.invariantShape.fields.map(\.name))
      let name = try fields.string(index, "name", place)
      let label = "invariant '\(name)'"
      return FilterRules.Invariant(
        name: name, doc: try fields.optionalString(index, "doc", place),
        when: try fields.function(index, "when", place, label: label),
        changes: try changes(of: index, place, label, schema))
    }
  }

  private func changes(
    of index: Int32, _ place: String, _ label: String, _ schema: FilterSchema
  ) throws -> FilterRules.Invariant.Changes {
    stack.pushRawField(index, "set")
    defer { stack.pop() }
    if stack.kind(-1) == .function {
      return .computed(try fields.function(index, "set", place, label: label))
    }
    do {
      return .fixed(try changes(stack.count, schema))
    } catch let error as FilterError {
      throw fields.wrong(place + "set", error.message)
    }
  }

  /// The changes in a table at an index: values by field, false for none.
  /// - Throws: ``FilterError``.
  func changes(
    _ index: Int32, _ schema: FilterSchema
  ) throws -> [(place: Int, value: String?)] {
    guard stack.kind(index) == .table else {
      throw FilterError(
        message: "a table of values by field expected, not \(stack.typeName(index))", field: nil)
    }
    var changes: [(place: Int, value: String?)] = []
    try stack.forEachPair(index) {
      guard let name = stack.string(-2) else {
        throw FilterError(message: "the keys are names of fields", field: nil)
      }
      let place = try schema.place(of: name)
      changes.append((place, try Self.value(stack, schema.fields[place])))
    }
    return changes.sorted { $0.place < $1.place }
  }

  /// The value on top for a field: a text, or false for none.
  /// - Throws: ``FilterError``.
  static func value(_ stack: LuaStack, _ field: FilterField) throws(FilterError) -> String? {
    if stack.boolean(-1) == false { return field.standard }
    guard let text = stack.string(-1) else {
      throw FilterError(
        message: "\(field.name) is a text, or false for none, not \(stack.typeName(-1))",
        field: field.name)
    }
    return try field.value(of: text)
  }

  func statements(_ table: Int32) throws -> [FilterRules.Statement] {
    try fields.list(table, "always", optional: true) { index, place in
      try fields.checkKeys(index, place, FilterRules.statementShape.fields.map(\.name))
      let name = try fields.string(index, "name", place)
      return FilterRules.Statement(
        name: name,
        holds: try fields.function(index, "holds", place, label: "statement '\(name)'"))
    }
  }
}
