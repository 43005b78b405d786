// What a registration says, for help, completion and references.
extension Module {
  /// The types whose objects the module's functions return.
  public var objectTypes: [any LuaObjectType] { types }

  /// Names and doc lines of the constants, in the order of registration.
  public var constantDocs: [(name: String, doc: String)] { constants.map { ($0.name, $0.doc) } }
}

extension FunctionSignature {
  /// How a call is written: `get(url, options?)`. A method's `self` is left out.
  public var call: String {
    let names = parameters.filter { $0.name != "self" }.map { parameter in
      parameter.type.hasSuffix("?") && parameter.name != "..."
        ? parameter.name + "?" : parameter.name
    }
    return "\(name)(\(names.joined(separator: ", ")))"
  }
}

extension OptionField.Kind {
  /// As documentation names the type: `string`, `duration`, …
  public var name: String { "\(self)" }
}
