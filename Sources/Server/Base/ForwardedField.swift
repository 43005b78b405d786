/// Parses the field `Forwarded` (RFC 7239, section 4): a list of hops, each with pairs whose values
/// may be quoted.
///
/// A proxy quotes its client's input, such as a name with a comma, so only separators outside
/// quotes count.
enum ForwardedField {
  /// The hops of all fields in order, each as pairs by lower-case name.
  /// - Returns: nil for invalid fields: an open quote, a name twice in a hop, a pair without a
  ///   value.
  static func hops(_ fields: [String]) -> [[String: String]]? {
    var hops: [[String: String]] = []
    for field in fields {
      guard let elements = split(field[...], at: ",") else { return nil }
      for element in elements where !isBlank(element) {
        guard let hop = pairs(element) else { return nil }
        hops.append(hop)
      }
    }
    return hops
  }

  private static func pairs(_ element: Substring) -> [String: String]? {
    guard let parts = split(element, at: ";") else { return nil }
    var pairs: [String: String] = [:]
    for part in parts where !isBlank(part) {
      guard let sign = part.firstIndex(of: "="),
        let value = value(part[part.index(after: sign)...].trimmed)
      else { return nil }
      let name = part[..<sign].trimmed.lowercased()
      guard pairs.updateValue(value, forKey: name) == nil else { return nil }
    }
    return pairs
  }

  /// Reads a token, or the contents of a quoted string.
  private static func value(_ text: Substring) -> String? {
    guard text.first == "\"" else { return text.contains("\"") ? nil : String(text) }
    guard text.count >= 2, text.last == "\"" else { return nil }
    var value = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if !isEscaped, character == "\"" { return nil }
      if !isEscaped, character == "\\" {
        isEscaped = true
        continue
      }
      isEscaped = false
      value.append(character)
    }
    return isEscaped ? nil : value
  }

  /// The parts between separators outside quotes; nil if a quote is not closed.
  private static func split(_ text: Substring, at separator: Character) -> [Substring]? {
    var parts: [Substring] = []
    var (start, isQuoted, isEscaped) = (text.startIndex, false, false)
    for index in text.indices {
      let character = text[index]
      if isQuoted {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isQuoted = false
        }
      } else if character == "\"" {
        isQuoted = true
      } else if character == separator {
        parts.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    return isQuoted ? nil : parts + [text[start...]]
  }

  private static func isBlank(_ text: Substring) -> Bool { text.trimmed.isEmpty }
}

extension Substring {
  /// The text without spaces and tabs at its ends.
  var trimmed: Substring {
    var rest = self
    while let first = rest.first, first == " " || first == "\t" { rest = rest.dropFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest = rest.dropLast() }
    return rest
  }
}
