internal import ScriptHost

extension Shape {
  /// The table that a file of a kind returns: `kind`, and the fields of the kind.
  static func file(
    _ name: String, kind: String, _ fields: [Field],
    check: @escaping @Sendable (Fields) throws -> Void = { _ in }
  ) -> Shape {
    let head: [Field] = [
      .init("kind", .kept("\"\(kind)\""), "which kind of rules this is", required: true),
      .init("name", .filled, "what mixhost rules list shows"),
      .init("doc", .filled, "what the rules do, in one line"),
    ]
    return Shape(
      name, "The table that a rule file of the kind `\(kind)` returns.", head + fields, check: check
    )
  }
}

extension ShapeVoice {
  /// The fields of a rule file.
  static func rule(_ path: String) -> ShapeVoice {
    ShapeVoice { field, fault in
      HostError(
        kind: "rule", message: "\(path): field '\(field)' \(fault.words)",
        fields: ["path": .string(path), "field": .string(field)], delivery: .raised)
    }
  }
}

extension Fields {
  /// A function that may be absent.
  func optionalRuleFunction(_ name: String) -> RuleFunction? {
    guard case .function(let function, let line)? = self[name] else { return nil }
    return RuleFunction(
      function: function, label: label(of: name), field: place + name, line: line)
  }

  /// A function that is declared as required.
  func ruleFunction(_ name: String) -> RuleFunction {
    guard let function = optionalRuleFunction(name) else {
      preconditionFailure("the function \(name) is not declared as required")
    }
    return function
  }
}
