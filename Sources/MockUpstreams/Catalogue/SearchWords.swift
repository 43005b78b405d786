/// Text as the mock's search compares it: lower case, accents off Latin letters, words only.
/// Written for the mock alone; what mixhost does to text is not used here.
enum SearchWords {
  /// Words that a search passes over on both sides.
  private static let ignored: Set<String> = [
    "a", "and", "featuring", "feat", "ft", "in", "of", "the", "w", "with", "x",
  ]

  /// Latin letters with their marked forms.
  private static let marked: [(Character, String)] = [
    ("a", "àáâãäåāăą"), ("c", "çćĉċč"), ("d", "ďđ"), ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"),
    ("h", "ĥħ"), ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"),
    ("o", "òóôõöøōŏő"), ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűų"),
    ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
  ]

  private static let plain: [Unicode.Scalar: Unicode.Scalar] = {
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (letter, forms) in marked {
      for form in forms.unicodeScalars { table[form] = letter.unicodeScalars.first }
    }
    return table
  }()

  /// The words of a text in order, without the ignored ones unless nothing else is left.
  static func words(_ text: String) -> [String] {
    var all: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory == .nonspacingMark {
        // A mark written apart belongs to the letter before it.
        continue
      } else if isWordPart(scalar) {
        for lower in scalar.properties.lowercaseMapping.unicodeScalars
        where lower.properties.generalCategory != .nonspacingMark {
          word.append(plain[lower] ?? lower)
        }
      } else if scalar != "'" && scalar != "’", !word.isEmpty {
        all.append(String(word))
        word = String.UnicodeScalarView()
      }
    }
    if !word.isEmpty { all.append(String(word)) }
    let kept = all.filter { !ignored.contains($0) }
    return kept.isEmpty ? all : kept
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter,
      .decimalNumber, .letterNumber, .otherNumber, .spacingMark:
      true
    default: false
    }
  }
}
