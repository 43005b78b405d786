extension MockFaults {
  /// Sets the rules from `KIND:AMOUNT+KIND:AMOUNT…`, where an amount is `20%`, `0.5%`, a number of
  /// requests such as `3`, or one request by its number, such as `#7`.
  /// - Throws: ``MockOptionError`` naming the part, also when the shares exceed 100 %.
  mutating func setRules(_ text: String) throws {
    rules = try text.split(separator: "+", omittingEmptySubsequences: false).map(Self.rule)
    let total = rules.reduce(0) { sum, rule in
      if case .perMillion(let share) = rule.amount { sum + share } else { sum }
    }
    guard total <= 1_000_000 else {
      throw MockOptionError(
        key: "fault", message: "the shares sum to \(Self.percent(total)), more than 100%")
    }
  }

  /// Sets the Retry-After of refused requests: whole seconds such as `2` or `2s`, or `none`.
  /// - Throws: ``MockOptionError``.
  mutating func setRetryAfter(_ text: String) throws {
    if text == "none" {
      retryAfter = .absent
    } else if let seconds = Int(text.hasSuffix("s") ? text.dropLast() : text[...]),
      (0...86_400).contains(seconds)
    {
      retryAfter = .seconds(seconds)
    } else {
      throw MockOptionError(
        key: "retry-after",
        message: "takes whole seconds such as 2s, at most 86400, or none, not '\(text)'")
    }
  }

  /// Sets the paths that get faults: `/itunes` or `/itunes+/chart`.
  /// - Throws: ``MockOptionError`` for a path without its slash.
  mutating func setPaths(_ text: String) throws {
    paths = try text.split(separator: "+", omittingEmptySubsequences: false).map { path in
      guard path.hasPrefix("/") else {
        throw MockOptionError(
          key: "fault-path", message: "takes paths such as /itunes or /itunes+/chart, not '\(text)'"
        )
      }
      return String(path)
    }
  }

  private static func rule(_ text: Substring) throws -> Rule {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = Kind(name: parts[0]), let amount = amount(parts[1]) else {
      throw MockOptionError(
        key: "fault",
        message: "takes KIND:SHARE joined by '+', such as 429:20%+truncate:3, not '\(text)'; "
          + "kinds are statuses from 400 to 599, \(Kind.names); a share is a percentage, a count or "
          + "#N for the request of that number")
    }
    return Rule(kind, amount)
  }

  private static func amount(_ text: Substring) -> Amount? {
    if text.hasPrefix("#") {
      return Int(text.dropFirst()).flatMap { (1...1_000_000).contains($0) ? .only($0) : nil }
    }
    guard text.hasSuffix("%") else {
      return Int(text).flatMap { (1...1_000_000).contains($0) ? .first($0) : nil }
    }
    // Values above 100 % come here too, so that the sum is what is complained about.
    guard let percent = Double(text.dropLast()), percent > 0, percent <= 1000 else { return nil }
    return .perMillion(Int((percent * 10_000).rounded()))
  }

  private static func percent(_ perMillion: Int) -> String {
    perMillion % 10_000 == 0 ? "\(perMillion / 10_000)%" : "\(Double(perMillion) / 10_000)%"
  }
}
