public import Notation

/// A setting of mixhost or of a program.
public struct Setting: Sendable {
  /// The name, such as `http.concurrency`.
  public let name: String
  /// The environment variables that set it; the first one that is set counts.
  public let environment: [String]
  /// The kind of its text.
  public let kind: SettingKind
  /// The default as a user would write it; nil for none.
  public let defaultText: String?
  /// The purpose, on one line.
  public let summary: String
  /// Whether the value is never shown in full.
  public let isSecret: Bool
  /// Whether recordings hold stars in place of the value, which scripts may read.
  public let isPrivate: Bool
  /// Returns the form of a secret text that may be shown.
  public let masked: @Sendable (String) -> String
  /// Describes the fault of a text that fits the kind; nil when it is valid.
  public let check: (@Sendable (String) -> String?)?
  /// Returns the parts of a secret text that are secrets themselves.
  public let secretParts: @Sendable (String) -> [String]

  /// Makes a setting.
  /// - Parameter environment: nil for MIXHOST_ and the name in capitals, with `_` for `.`.
  public init(
    _ name: String, _ kind: SettingKind, default defaultText: String? = nil, _ summary: String,
    environment: [String]? = nil, isSecret: Bool = false, isPrivate: Bool = false,
    check: (@Sendable (String) -> String?)? = nil,
    secretParts: @escaping @Sendable (String) -> [String] = { _ in [] },
    masked: @escaping @Sendable (String) -> String = { _ in SecretMask.stars }
  ) {
    self.masked = masked
    self.name = name
    self.kind = kind
    self.defaultText = defaultText
    self.summary = summary
    self.isSecret = isSecret
    self.isPrivate = isPrivate
    self.check = check
    self.secretParts = secretParts
    self.environment = environment ?? [Self.environmentName(name)]
  }

  /// Whether the value is an address, which no file of a folder may set.
  var isAddress: Bool {
    if kind == .url || defaultText.map(Self.looksLikeAddress) == true { return true }
    // Without the program's own name; `url_2` and `url2` count like `url`.
    let words = FoldedName.of(String(name.drop { $0 != "." })).split(separator: "_")
    return words.contains { word in
      let plain = String(word.reversed().drop(while: \.isNumber).reversed())
      return Self.wordsForAddresses.contains(plain) || plain.hasSuffix("url")
        || plain.hasSuffix("uri")
    }
  }

  private static let wordsForAddresses = [
    "address", "host", "hostname", "server", "endpoint", "proxy", "origin", "base", "site",
    "domain",
    "mirror",
  ]

  /// Whether a text has a scheme, or begins with the name or number of a host such as
  /// `api.example.com:80`.
  private static func looksLikeAddress(_ text: String) -> Bool {
    if text.contains("://") { return true }
    let labels = text.prefix { $0 != "/" && $0 != ":" }
      .split(separator: ".", omittingEmptySubsequences: false)
    let areNames = labels.allSatisfy { label in
      !label.isEmpty
        && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" }
    }
    guard labels.count > 1, areNames, let last = labels.last else { return false }
    return last.count > 1 && last.allSatisfy(\.isLetter)
      || labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
  }

  /// A message about an invalid text; nil for a valid one.
  public func problem(_ text: String) -> String? {
    // As a replay has it.
    if isPrivate, text == SecretMask.stars { return nil }
    do {
      _ = try kind.read(text)
      // A header that carries it would be refused, far from where it was set.
      let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
      if isSecret, text.unicodeScalars.contains(where: isControl) {
        return "must be free of line breaks and other control characters"
      }
      return check?(text)
    } catch { return "must be \(error.expected)" }
  }

  /// The name of the environment variable: `http.concurrency` → `MIXHOST_HTTP_CONCURRENCY`.
  public static func environmentName(_ name: String) -> String {
    "MIXHOST_" + name.uppercased().split(separator: ".").joined(separator: "_")
  }
}
