/// A registration without its functions' bodies: for help and completion, on any thread.
public struct ModuleDescription: Sendable {
  /// The name below `mix`.
  public let name: String
  /// Its use, in one line.
  public let doc: String
  /// The public faces of the functions, in the order of registration.
  public let signatures: [FunctionSignature]
  /// Names and doc lines of the constants, in the order of registration.
  public let constantDocs: [(name: String, doc: String)]
  /// The types whose objects the module's functions return.
  public let objectTypes: [any LuaObjectType]
  /// The tables of a known form that the functions take and return.
  public let shapes: [Shape]

  /// A module's own description.
  public init(_ module: Module) {
    name = module.name
    doc = module.doc
    signatures = module.signatures
    constantDocs = module.constants.map { ($0.name, $0.doc) }
    objectTypes = module.types
    shapes = module.shapes
  }
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
