internal import ScriptHost

/// Rules of a kind as scripts hold them: always what their file says now.
protocol RuleObject: LuaObject {
  associatedtype Rules: RuleSet
  var follower: RuleFollower<Rules> { get }
}

extension ObjectType where Object: RuleObject {
  /// What all rules tell of themselves.
  /// - Parameters:
  ///   - doc: what they are, in a line.
  ///   - example: a name they may be loaded by.
  static func rules(_ doc: String, example: String) -> ObjectType<Object> {
    var type = ObjectType<Object>(doc)
    type.description { "rules: \($0.follower.origin.name)" }
    type.method(
      "name", "The name they were loaded by.", returns: "string  such as \(example)",
      example: "print(rules:name())"
    ) { _, rules in rules.follower.origin.name }
    type.method(
      "path", "The file they come from.", returns: "string  a path", example: "print(rules:path())"
    ) { _, rules in rules.follower.origin.path }
    return type
  }
}
