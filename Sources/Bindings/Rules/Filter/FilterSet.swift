internal import CLua
internal import MixCore
internal import ScriptHost

/// A filter's rules as scripts hold them: where states come from.
final class FilterSet: LuaObject {
  private let follower: RuleFollower<FilterRules>
  /// Values of fields that the script knows better than the file.
  private let values: [String: [String]]?

  init(_ follower: RuleFollower<FilterRules>, values: [String: [String]]?) {
    self.follower = follower
    self.values = values
  }

  /// The rules as their file is now.
  /// - Throws: ``HostError`` for values of an unknown field.
  func rules(_ call: HostCall) throws -> FilterRules {
    let rules = follower.current(call)
    guard let values else { return rules }
    do { return try rules.with(values: values) } catch let error as FilterError {
      throw HostError.usage("bad option 'values': \(error.message)")
    }
  }

  static let luaTypeName = "filter"
  static let luaType: ObjectType<FilterSet> = {
    var type = ObjectType<FilterSet>("A filter: fields, and what goes together.")
    type.description { "filter: \($0.follower.origin.name)" }
    type.method(
      "initial", "The state that nobody has changed.",
      returns: "filter.state  every field at its default",
      example: "local state = filter:initial()"
    ) { call, filter in
      let rules = try filter.rules(call)
      return ObjectResult(try FilterStateObject(filter, rules, rules.schema.standard, call))
    }
    type.method(
      "parse",
      "Reads a state as `tostring` writes it; fields that are not named are at their default.",
      Parameter(
        "text", "name=value pairs with spaces between; values with spaces in \\\"quotes\\\"",
        String.self),
      returns: "filter.state  with the invariants applied; nil, err of kind filter that suggests",
      example: "local state = filter:parse('genre=\\\"Science Fiction\\\" date=thisYear')"
    ) { call, filter, text in
      let rules = try filter.rules(call)
      let state = try visible { () throws(FilterError) in try rules.schema.parse(text) }
      return ObjectResult(try FilterStateObject(filter, rules, state, call))
    }
    type.method(
      "fields", "The choices.", returns: "filter.field[]  in their order",
      example: "for _, field in ipairs(filter:fields()) do print(field.name) end"
    ) { call, filter in try filter.rules(call).schema.fields.map(value) }
    type.method(
      "name", "The name that it was loaded by.", returns: "string  such as filters/trailers",
      example: "print(filter:name())"
    ) { _, filter in filter.follower.origin.name }
    type.method(
      "path", "The file that it comes from.", returns: "string  a path",
      example: "print(filter:path())"
    ) { _, filter in filter.follower.origin.path }
    return type
  }()

  private static func value(_ field: FilterField) -> LuaValue {
    func texts(_ list: [String]) -> LuaValue { .array(list.map(LuaValue.string)) }
    var fields: [String: LuaValue] = [
      "name": .string(field.name), "keys": texts(field.keys), "values": texts(field.values),
      "aliases": .object(field.aliases.mapValues(LuaValue.string)), "open": .bool(field.isOpen),
      "filter": .bool(field.isFilter),
    ]
    fields["default"] = field.standard.map(LuaValue.string)
    fields["doc"] = field.doc.map(LuaValue.string)
    return .object(fields)
  }

  /// Faults of the user's own texts are reported, not raised.
  static func visible<Value>(_ body: () throws(FilterError) -> Value) throws -> Value {
    do { return try body() } catch {
      var fields: [String: LuaValue] = [:]
      fields["field"] = error.field.map(LuaValue.string)
      throw HostError(kind: "filter", message: error.message, fields: fields)
    }
  }
}
