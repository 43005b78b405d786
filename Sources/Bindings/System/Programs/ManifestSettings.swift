internal import MixCore
internal import ScriptHost

/// The settings of a manifest: `{ "shop.every", type = "choice", choices = {…}, help = "…" }`.
struct ManifestSettings {
  private static let most = 500
  /// The longest default that is matched with a pattern, in bytes.
  private static let mostDefault = 1_000
  /// The most steps that all patterns of a manifest may take for their defaults.
  private static let mostSteps = 20_000_000

  /// The program. Its settings begin with its name, or with that of one of its upstreams, providers, sign-in
  /// services or refreshers.
  let owner: ProgramManifest
  /// The lines that the user has accepted of it.
  let accepted: Set<String>

  /// - Returns: the settings, and the variables that they name besides the program's own.
  func read(
    _ root: Fields
  ) throws -> (settings: [Setting], foreign: [ForeignVariable]) {
    let prefixes = Set(
      [owner.name] + owner.upstreams.map(\.name) + owner.providers + owner.signIns
        + owner.refreshers.map(\.name))
    var settings: [Setting] = []
    var foreign: [ForeignVariable] = []
    var names: Set<String> = []
    var left = Self.mostSteps
    for table in root.records("settings") {
      guard settings.count < Self.most else {
        throw root.wrong("settings", "holds more than \(Self.most) settings")
      }
      let name = try Self.name(table)
      try ManifestFamilies.check(name, "[1]", table)
      let variables = try variables(of: name, table)
      foreign += variables.foreign
      let setting = try Self.setting(name, table, environment: variables.counting, &left)
      let prefix = setting.name.split(separator: ".").first.map(String.init) ?? ""
      guard prefixes.contains(prefix) else {
        throw table.wrong(
          "[1]",
          "is \"\(setting.name)\": a setting begins with \(prefixes.sorted().joined(separator: ". or "))."
        )
      }
      guard names.insert(FoldedName.of(setting.name)).inserted else {
        throw table.wrong("[1]", "names \"\(setting.name)\" a second time")
      }
      settings.append(setting)
    }
    return (settings, foreign)
  }

  /// The variables that set a setting, and those among the named ones that wait for the user's word: a manifest
  /// alone speaks for variables that carry the program's name.
  private func variables(
    of name: String, _ table: Fields
  ) throws -> (counting: [String], foreign: [ForeignVariable]) {
    let named = try table.variables("env")
    let own = [Setting.environmentName(name)]
    guard !owner.isBundled else { return (own + named, []) }
    let foreign = named.filter { !$0.hasPrefix(FoldedName.variables(of: owner.name)) }.map {
      ForeignVariable(name: $0, setting: name)
    }
    let waiting = foreign.filter { !accepted.contains($0.line) }.map(\.name)
    return (own + named.filter { !waiting.contains($0) }, foreign)
  }

  private static func setting(
    _ name: String, _ table: Fields, environment: [String], _ left: inout Int
  ) throws -> Setting {
    let kind = try kind(table)
    let pattern = try pattern(table)
    let setting = Setting(
      name, kind, default: table.string("default"), table.string("help") ?? "",
      environment: environment, isSecret: table.bool("secret") == true,
      isPrivate: table.bool("private") == true, check: pattern?.problem)
    if let text = setting.defaultText {
      if let pattern {
        left -= pattern.steps(for: text)
        guard text.utf8.count <= mostDefault, left >= 0 else {
          throw table.wrong(
            "default",
            "takes too long to check: with a pattern it has at most \(mostDefault) bytes, and all of them "
              + "together take \(mostSteps) steps of their patterns at most")
        }
      }
      let fits = (try? kind.read(text)) != nil && setting.check?(text) == nil
      guard fits else { throw table.wrong("default", "does not fit the setting's own type") }
    }
    return setting
  }

  private static func name(_ table: Fields) throws -> String {
    let name = table.string("[1]") ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ ProgramManifest.isName(String($0)) }) else {
      throw table.wrong("[1]", "is \"\(name)\", not two names with a dot between")
    }
    return name
  }

  private static func kind(_ table: Fields) throws -> SettingKind {
    func range(_ standard: ClosedRange<Double>) throws -> ClosedRange<Double> {
      for name in ["min", "max"] {
        guard let number = table.number(name), !standard.contains(number) else { continue }
        throw table.wrong(
          name,
          "is a number from \(Int(clamping: standard.lowerBound)) to "
            + "\(Int(clamping: standard.upperBound))")
      }
      let low = table.number("min") ?? standard.lowerBound
      let high = table.number("max") ?? standard.upperBound
      guard low <= high else { throw table.wrong("max", "is less than min") }
      return low...high
    }
    func choices() throws -> [String] {
      let choices = table.texts("choices")
      guard !choices.isEmpty else { throw table.wrong("choices", "is missing: a list of words") }
      return choices
    }
    switch table.choice("type") ?? SettingForm.text {
    case .text: return .string
    case .boolean: return .bool
    case .url: return .url
    case .integer:
      let range = try range(-1e9...1e9)
      return .int(Int(clamping: range.lowerBound)...Int(clamping: range.upperBound))
    case .duration: return .duration(try range(0...31_536_000))
    case .size:
      let range = try range(0...1e12)
      return .bytes(Int(clamping: range.lowerBound)...Int(clamping: range.upperBound))
    case .choice: return .choice(try choices())
    case .list: return .list(try choices())
    }
  }

  private static func pattern(_ table: Fields) throws -> SettingPattern? {
    guard let text = table.string("pattern") else { return nil }
    guard let expected = table.string("expected") else {
      throw table.wrong("expected", "is missing: what a text must be, for the message")
    }
    guard text.utf8.count <= 200, let pattern = SettingPattern(text, expected: expected) else {
      throw table.wrong(
        "pattern",
        "is not a pattern of at most 200 bytes: an extended regular expression, in which signs and "
          + "classes may be counted, without back-references")
    }
    return pattern
  }
}
