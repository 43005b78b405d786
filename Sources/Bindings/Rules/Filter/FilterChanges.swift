internal import CLua
internal import MixCore
internal import ScriptHost

/// Reads what an invariant sets.
enum FilterChanges {
  /// The changes in a table at an index: values by field, false for none.
  /// - Throws: ``FilterError``.
  static func read(
    _ stack: LuaStack, _ index: Int32, _ schema: FilterSchema
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
      changes.append((place, try value(stack, schema.fields[place])))
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
}
