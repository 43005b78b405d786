/// A setting that mixhost knows.
public struct Setting: Sendable {
  /// Such as `http.concurrency`.
  public let name: String
  /// The environment variables that set it, the first that is set counts.
  public let environment: [String]
  /// What its texts must look like.
  public let kind: SettingKind
  /// As a user would write it; nil: none.
  public let defaultText: String?
  /// What it is for, in one line.
  public let summary: String
  /// Whether its value is never shown.
  public let isSecret: Bool
  /// Says what is wrong with a text that fits the kind, or nil.
  public let check: (@Sendable (String) -> String?)?
  /// What in a secret text is secret by itself, too.
  public let secretParts: @Sendable (String) -> [String]

  /// - Parameter environment: nil: MIXHOST_ and the name in capitals with `_` for `.`.
  public init(
    _ name: String, _ kind: SettingKind, default defaultText: String? = nil, _ summary: String,
    environment: [String]? = nil, isSecret: Bool = false,
    check: (@Sendable (String) -> String?)? = nil,
    secretParts: @escaping @Sendable (String) -> [String] = { _ in [] }
  ) {
    self.name = name
    self.kind = kind
    self.defaultText = defaultText
    self.summary = summary
    self.isSecret = isSecret
    self.check = check
    self.secretParts = secretParts
    self.environment = environment ?? [Self.environmentName(name)]
  }

  /// `http.concurrency` → `MIXHOST_HTTP_CONCURRENCY`.
  public static func environmentName(_ name: String) -> String {
    "MIXHOST_" + name.uppercased().split(separator: ".").joined(separator: "_")
  }
}

/// The settings that are known, by name; parts of the program add theirs.
public struct SettingRegistry: Sendable {
  private var byName: [String: Setting] = [:]

  /// The settings that are known from the start.
  public init(_ settings: [Setting]) { add(settings) }

  /// Adds settings; one of the same name is replaced.
  public mutating func add(_ settings: [Setting]) {
    for setting in settings { byName[setting.name] = setting }
  }

  /// The setting of a name; nil when there is none.
  public subscript(name: String) -> Setting? { byName[name] }

  /// All of them, by name.
  public var all: [Setting] { byName.values.sorted { $0.name < $1.name } }
}
