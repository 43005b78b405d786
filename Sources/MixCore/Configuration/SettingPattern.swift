internal import Glibc

/// A pattern that a setting's text must match as a whole: a POSIX extended regular expression.
public struct SettingPattern: Sendable {
  private let text: String
  private let expected: String

  /// - Parameters:
  ///   - text: such as `[a-z]{2}`; anchored at both ends.
  ///   - expected: the form that messages ask for, after "must be".
  /// - Returns: nil for an expression that does not compile.
  public init?(_ text: String, expected: String) {
    self.text = "^(\(text))$"
    self.expected = expected
    guard Self.with(self.text, { _ in true }) != nil else { return nil }
  }

  /// The fault of a text, or nil.
  public func problem(_ value: String) -> String? {
    // The library takes texts that end at a zero, and as much time as a long one wants.
    guard value.utf8.count <= 4_096, !value.utf8.contains(0) else { return "is too long" }
    let fits = Self.with(text) { expression in regexec(&expression, value, 0, nil, 0) == 0 }
    return fits == true ? nil : "must be \(expected)"
  }

  private static func with<T>(_ text: String, _ body: (inout regex_t) -> T) -> T? {
    var expression = regex_t()
    guard regcomp(&expression, text, REG_EXTENDED | REG_NOSUB) == 0 else { return nil }
    defer { regfree(&expression) }
    return body(&expression)
  }
}
