internal import MixCore
internal import ScriptHost

/// Rules of a kind as scripts hold them: always what their file says now.
final class RulesObject<Rules: ObjectRules>: LuaObject {
  let follower: RuleFollower<Rules>
  /// How common terms are, for match rules; nil: unknown.
  var frequencies: TermFrequencies?
  private var crew: RuleCrew<Rules>?

  init(_ follower: RuleFollower<Rules>) { self.follower = follower }

  /// Engines that run these rules beside the script, kept for the next call.
  /// - Throws: ``HostError`` for rules that are in no file.
  func crew(of size: Int, memory: MemoryLedger) throws -> RuleCrew<Rules> {
    if let crew, crew.workers.count == size { return crew }
    guard let host = follower.source else {
      throw HostError.usage(
        "rules '\(follower.origin.name)' are in no file: only mix.rules.load gives rules that run on "
          + "several cores")
    }
    let made = RuleCrew<Rules>(follower.origin.name, size: size, host, memoryBytes: memory.limit)
    crew = made
    return made
  }

  static var luaTypeName: String { Rules.objectName }
  static var luaType: ObjectType<RulesObject<Rules>> { Rules.objectType }
}

/// A kind of rules whose objects have methods of their own at most.
protocol ObjectRules: RuleSet {
  /// As messages and documentation name the objects: `rules.playlist`.
  static var objectName: String { get }
  /// The methods; a `static let`, as every call reads it.
  static var objectType: ObjectType<RulesObject<Self>> { get }
}

extension ObjectRules {
  static var objectTypes: [any LuaObjectType] { [objectType] }

  static func object(_ rules: RuleFollower<Self>) -> any LuaResult {
    ObjectResult(RulesObject(rules))
  }

  /// Fields that all rules have, and methods of the kind.
  /// - Parameters:
  ///   - doc: what they are, in a line.
  ///   - example: a name they may be loaded by.
  static func objectType(
    _ doc: String, example: String,
    _ addMethods: (inout ObjectType<RulesObject<Self>>) -> Void = { _ in }
  ) -> ObjectType<RulesObject<Self>> {
    var type = ObjectType<RulesObject<Self>>(doc)
    type.description { "rules: \($0.follower.origin.name)" }
    type.method(
      "name", "The name they were loaded by.", returns: "string  such as \(example)",
      example: "print(rules:name())"
    ) { _, rules in rules.follower.origin.name }
    type.method(
      "path", "The file they come from.", returns: "string  a path", example: "print(rules:path())"
    ) { _, rules in rules.follower.origin.path }
    type.method(
      "stamp", "A text that changes when the files of the rules do.",
      returns: "string  changes when a decision may no longer hold",
      example: "print(rules:stamp())"
    ) { _, rules in rules.follower.stamp }
    addMethods(&type)
    return type
  }
}
