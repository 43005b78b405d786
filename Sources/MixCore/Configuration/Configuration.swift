internal import Files
public import Notation

/// All settings of a run, from six sources: flags, the environment, `.env`, `settings.json`,
/// init.lua and the defaults; the first source that has a value wins. A `.env` sets only
/// credentials and options of programs.
///
/// ```swift
/// let configuration = Configuration(environment: environment, settingsPath: home.settingsFile)
/// let limit = try configuration.number("http.concurrency")
/// ```
public struct Configuration: Sendable {
  /// The source of a value.
  public enum Source: Sendable, Equatable, CustomStringConvertible {
    case flag
    /// The environment variable with this name.
    case environment(String)
    /// The line with this name in a `.env` file.
    case envFile(String, name: String)
    case settings
    case initScript
    case `default`

    /// The source for messages.
    public var description: String {
      switch self {
      case .flag: "flag"
      case .environment(let name): "environment \(name)"
      case .envFile(let path, let name): "\(path) \(name)"
      case .settings: "settings.json"
      case .initScript: "init.lua"
      case .default: "default"
      }
    }
  }

  /// A setting's value.
  public struct Resolved: Sendable, Equatable {
    /// The text as it was written.
    public var text: String
    /// The parsed text.
    public var value: SettingValue
    /// The source of the text.
    public var source: Source
  }

  /// The known settings.
  public var registry: SettingRegistry
  /// The fault of `settings.json`, which then counts as empty; nil when there is none.
  public private(set) var problem: String?

  private static let mostBytes = 16_000_000
  private let flags: [String: String]
  private let environment: EnvironmentVariables
  private let envFile: EnvFile?
  private let settingsPath: String?
  private var folder = EnvFile.Reading()
  private var document = SettingsDocument()
  private var scripted: [String: String] = [:]

  /// Reads the files; ``problems`` and ``notices`` describe unreadable parts.
  /// - Parameters:
  ///   - flags: setting names and texts from the command line.
  ///   - environment: the process's environment.
  ///   - envFile: the `.env` file, which need not exist; nil for none.
  ///   - settingsPath: `settings.json`, which need not exist; nil for none, and then nothing can be
  ///     set.
  public init(
    registry: SettingRegistry = .standard(.none), flags: [String: String] = [:],
    environment: EnvironmentVariables, envFile: EnvFile? = nil, settingsPath: String? = nil
  ) {
    self.registry = registry
    self.flags = flags
    self.environment = environment
    self.envFile = envFile
    self.settingsPath = settingsPath
    readFiles()
  }

  /// Returns the configuration that the files give now.
  public func reread() -> Configuration {
    var fresh = self
    fresh.readFiles()
    return fresh
  }

  /// The files that the configuration was read from, whether they exist or not.
  public var files: [String] { [envFile?.path, settingsPath].compactMap(\.self) }

  private mutating func readFiles() {
    problem = nil
    folder = envFile?.read() ?? EnvFile.Reading()
    do {
      if let settingsPath { document = try Self.readDocument(settingsPath) }
    } catch { problem = "\(error)" }
  }

  /// The faults of the files that were read.
  public var problems: [String] { [problem].compactMap(\.self) + folder.faults }

  /// Notes on the `.env` file: that it is not trusted, and which of its lines are ignored.
  public var notices: [String] {
    if folder.isUntrusted { return [".env of this folder is not trusted: mixhost trust ."] }
    let ignored = registry.names(folder.values).ignored
    return folder.faults + (ignored.isEmpty ? [] : [Self.notice(ignored, envFile?.path ?? "")])
  }

  /// Whether the folder has a `.env` that is ignored, because it is not trusted.
  public var ignoresFolder: Bool { folder.isUntrusted }

  private static func notice(_ ignored: [(variable: String, setting: String?)], _ path: String)
    -> String
  {
    let most = 5
    let names = ignored.prefix(most).map { String($0.variable.prefix(64)) }.joined(separator: ", ")
    let left = ignored.count - most
    let isOne = ignored.count == 1
    let setting = isOne ? ignored[0].setting : nil
    return
      "\(names)\(left > 0 ? " and \(left) more" : "") of the file \(path) \(isOne ? "is" : "are") "
      + "ignored, for it sets credentials and options of programs alone: mixhost config set "
      + "\(setting ?? "NAME") …, or an environment variable"
  }

  /// Sets the values that init.lua returned, as texts.
  public mutating func setInitScriptValues(_ values: [String: String]) { scripted = values }

  /// Unknown setting names in the flags, settings.json and init.lua, each with the nearest
  /// known name.
  public var unknownNames: [(name: String, suggestion: String?)] {
    let given = Set(flags.keys).union(scripted.keys).union(document.members.map(\.name))
    return given.filter { registry[$0] == nil }.sorted().map { ($0, suggestion(for: $0)) }
  }

  // MARK: Reading

  /// A setting's value and its source; nil when nothing sets it and it has no default.
  /// - Throws: ``ConfigurationError`` for an unknown name or a text that does not fit.
  public func value(for name: String) throws -> Resolved? {
    let setting = try known(name)
    guard let (text, source) = find(setting) else { return nil }
    let value = try read(setting, text, from: source)
    return Resolved(text: text, value: value, source: source)
  }

  /// The text of a string, url or choice setting; nil when the setting is of another kind or not
  /// set.
  /// - Throws: like ``value(for:)``.
  public func string(_ name: String) throws -> String? {
    if case .string(let text)? = try value(for: name)?.value { return text }
    return nil
  }

  /// The number of an int or bytes setting, or the seconds of a duration; nil for other kinds and
  /// when not set.
  /// - Throws: like ``value(for:)``.
  public func number(_ name: String) throws -> Double? {
    switch try value(for: name)?.value {
    case .int(let number)?, .bytes(let number)?: Double(number)
    case .duration(let seconds)?: seconds
    default: nil
    }
  }

  /// Whether a bool setting is on; false for other kinds and when not set.
  /// - Throws: like ``value(for:)``.
  public func isOn(_ name: String) throws -> Bool { try value(for: name)?.value == .bool(true) }

  /// A line of `mixhost config`.
  public struct Line: Sendable, Equatable {
    /// The setting's name.
    public var name: String
    /// The text as written, `***` for a secret; nil when not set.
    public var text: String?
    /// The source of the text; nil when not set.
    public var source: Source?
    /// The fault of the text; nil when it is valid.
    public var problem: String?
  }

  /// Every known setting by name, with secrets masked.
  public func all() -> [Line] {
    registry.all.map { setting in
      guard let (text, source) = find(setting) else { return Line(name: setting.name) }
      var line = Line(
        name: setting.name, text: setting.isSecret ? setting.masked(text) : text, source: source)
      do { _ = try read(setting, text, from: source) } catch { line.problem = "\(error)" }
      return line
    }
  }

  /// The values of secret settings, for ``SecretMask``.
  public var secrets: [String] {
    registry.all.filter(\.isSecret).flatMap { setting -> [String] in
      guard let text = find(setting)?.text else { return [] }
      // A setting that is shown in part is secret in part.
      let isWhole = setting.masked(text) == SecretMask.stars
      return (isWhole ? [text] : []) + setting.secretParts(text)
    }
  }

  /// The upstreams whose base address was changed: requests below `canonicalPrefix` are sent to
  /// `actualPrefix` instead.
  /// - Throws: like ``value(for:)``.
  public func upstreamRewrites() throws -> [(canonicalPrefix: String, actualPrefix: String)] {
    try registry.catalogue.upstreams.compactMap { upstream in
      guard let actual = try string("upstream.\(upstream.name)"), actual != upstream.canonical
      else { return nil }
      return (upstream.canonical, actual)
    }
  }

  // MARK: Writing

  /// Writes a setting to `settings.json` atomically; unknown members stay.
  /// - Throws: ``ConfigurationError``, ``FileError``.
  public mutating func set(_ name: String, to text: String) throws {
    let setting = try known(name)
    try change(name, to: try read(setting, text, from: nil), text: text)
  }

  /// Whether `settings.json` has a setting, even one that is no longer known.
  public func isKept(_ name: String) -> Bool { document.members.contains { $0.name == name } }

  /// Removes a setting from `settings.json`, even one that is no longer known.
  /// - Throws: ``ConfigurationError``, ``FileError``.
  public mutating func unset(_ name: String) throws {
    if !isKept(name) { _ = try known(name) }
    try change(name, to: nil, text: "")
  }

  // Reads the file again, because another program may have changed it.
  private mutating func change(_ name: String, to value: SettingValue?, text: String) throws {
    guard let settingsPath else { throw ConfigurationError.noSettingsFile }
    var changed = SettingsDocument()
    try PrivateFile.change(settingsPath) {
      changed = try Self.readDocument(settingsPath)
      changed.set(name, value, text: text)
      return changed.bytes
    }
    document = changed
  }

  // MARK: Sources

  private func find(_ setting: Setting) -> (text: String, source: Source)? {
    if let text = flags[setting.name] { return (text, .flag) }
    // An empty variable counts as unset: shells have no other way to unset one for a command.
    for name in setting.environment {
      if let text = environment[name], !text.isEmpty { return (text, .environment(name)) }
    }
    for name in setting.environment {
      if let text = folder.values[name], !text.isEmpty, registry.takesEnvFile(setting, text) {
        return (text, .envFile(envFile?.path ?? "", name: name))
      }
    }
    if let text = document.text(setting.name) { return (text, .settings) }
    if document.isStructured(setting.name) { return ("[…]", .settings) }
    if let text = scripted[setting.name] { return (text, .initScript) }
    return setting.defaultText.map { ($0, .default) }
  }

  private func known(_ name: String) throws -> Setting {
    if let setting = registry[name] { return setting }
    throw ConfigurationError.unknownKey(name, suggestion: suggestion(for: name))
  }

  private func suggestion(for name: String) -> String? {
    let names = registry.all.map(\.name)
    return names.first { $0.hasPrefix(name + ".") } ?? Suggestion.closest(to: name, in: names)
  }

  private func read(_ setting: Setting, _ text: String, from source: Source?) throws -> SettingValue
  {
    guard let reason = setting.problem(text) else { return try setting.kind.read(text) }
    throw ConfigurationError.invalidValue(
      key: setting.name, text: setting.isSecret ? setting.masked(text) : text,
      source: source?.description, reason: reason)
  }

  private static func readDocument(_ path: String) throws -> SettingsDocument {
    try SettingsDocument.read(path, most: mostBytes)
  }
}
