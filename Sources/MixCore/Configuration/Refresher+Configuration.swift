internal import Notation
public import Store

extension Refresher {
  /// The refreshers of all programs with their present settings.
  /// - Throws: ``ConfigurationError``.
  public static func all(_ configuration: Configuration) throws -> [Refresher] {
    try configuration.registry.catalogue.programs.flatMap { program in
      try program.refreshers.map { try Refresher($0, of: program, configuration) }
    }
  }

  private init(
    _ declared: RefresherDeclaration, of program: ProgramManifest, _ configuration: Configuration
  ) throws {
    self.init(
      name: declared.name, doc: declared.doc,
      rule: try declared.policy.flatMap { try configuration.string($0) } ?? "chart",
      key: try Self.key(declared, configuration),
      every: try configuration.string(declared.every).flatMap {
        $0 == "off" ? nil : DurationText.parse($0)
      },
      program: program.name, command: program.command, arguments: declared.arguments,
      forcedArguments: declared.forcedArguments)
  }

  /// The first of the declared keys that has all its parts; else the name.
  private static func key(
    _ declared: RefresherDeclaration, _ configuration: Configuration
  ) throws -> String {
    for key in declared.keys {
      if let condition = key.condition, try given(condition, configuration) == nil { continue }
      let words = try key.words.map { word -> String? in
        guard word.contains(".") else { return word }
        return try word.split(separator: "|").lazy.compactMap {
          try given(String($0), configuration)
        }.first
      }
      if words.allSatisfy({ $0 != nil }) { return words.compactMap(\.self).joined(separator: " ") }
    }
    return declared.name
  }

  /// A setting's text; nil for a default.
  private static func given(_ name: String, _ configuration: Configuration) throws -> String? {
    guard let value = try configuration.value(for: name), value.source != .default else {
      return nil
    }
    let standard = configuration.registry[name]?.defaultText
    return value.text == standard ? nil : try configuration.string(name)
  }
}
