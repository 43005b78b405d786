/// The fields of a search in Lucene's syntax: `recording:"blinding lights" AND artist:(the weeknd)`,
/// and words without a field. Operators, ranges and weights are read over.
struct MusicBrainzQuery: Sendable {
  /// Texts by field; words without one are under "".
  private var fields: [String: [String]] = [:]

  private static let operators: Set<String> = ["AND", "OR", "NOT"]

  init(_ text: String) {
    var rest = Substring(text)
    var field = ""
    var group = ""
    while let first = rest.first {
      if first == "\"" {
        rest.removeFirst()
        add(Self.quoted(&rest), to: &field, within: group)
      } else if first.isWhitespace {
        rest.removeFirst()
      } else if first == "(" || first == ")" {
        // Words in brackets share the field before them.
        group = first == "(" ? field : ""
        field = ""
        rest.removeFirst()
      } else {
        let word = Self.word(&rest)
        if rest.first == ":" {
          rest.removeFirst()
          field = word.lowercased()
        } else if !Self.operators.contains(word) {
          add(word, to: &field, within: group)
        }
      }
    }
  }

  /// The text of the first of the fields that the search names; nil when it names none.
  subscript(names: String...) -> String? {
    names.lazy.compactMap { fields[$0]?.joined(separator: " ") }.first
  }

  private mutating func add(_ text: String, to field: inout String, within group: String) {
    if !text.isEmpty { fields[field.isEmpty ? group : field, default: []].append(text) }
    field = ""
  }

  /// Up to the closing quotation mark; a backslash takes the next character as it is.
  private static func quoted(_ rest: inout Substring) -> String {
    var text = ""
    while let next = rest.popFirst(), next != "\"" {
      text.append(next == "\\" ? rest.popFirst() ?? next : next)
    }
    return text
  }

  private static func word(_ rest: inout Substring) -> String {
    var text = ""
    while let next = rest.first, !next.isWhitespace, !":()\"".contains(next) {
      rest.removeFirst()
      text.append(next == "\\" ? rest.popFirst() ?? next : next)
    }
    // A lone sign of the syntax stands for nothing here, but is consumed.
    if text.isEmpty { _ = rest.popFirst() }
    return text
  }
}
