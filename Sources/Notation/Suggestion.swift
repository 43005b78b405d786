/// Finds the known name nearest to a mistyped one: "Did you mean …".
public enum Suggestion {
  /// The longest name that gets a suggestion, in bytes.
  private static let longest = 100

  /// The candidate with the fewest typing slips from a text: letters left out, added, changed, or
  /// two neighbours swapped (optimal string alignment), ignoring ASCII case. Of equally near
  /// candidates the first wins.
  ///
  /// `Suggestion.closest(to: "mrege", in: ["merge", "match"])` is `merge`.
  /// - Returns: nil when every candidate is more than a third of the text's length away (at least
  ///   1, at most 3 slips, and not every letter), and for a text of more than 100 bytes.
  public static func closest(to text: String, in candidates: some Sequence<String>) -> String? {
    guard text.utf8.count <= longest else { return nil }
    let wanted = folded(text)
    let limit = min(3, max(1, wanted.count / 3), wanted.count - 1)
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let other = folded(candidate)
      guard abs(other.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, other)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// ` (did you mean 'NAME'?)`, to follow what is wrong; empty when no candidate is near.
  /// - Parameter orAll: when none is near, `; known: ` and all of them.
  public static func hint(
    for text: String, in candidates: some Sequence<String>, orAll: Bool = false
  ) -> String {
    closest(to: text, in: candidates).map { " (did you mean '\($0)'?)" }
      ?? (orAll ? "; known: " + candidates.joined(separator: ", ") : "")
  }

  private static func folded(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.map { $0.properties.isUppercase && $0.isASCII ? lower($0) : $0 }
  }

  private static func lower(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(scalar.value) | 0x20)
  }

  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, scalar) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(
          last[column] + (scalar == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        let swapped = row > 0 && column > 0 && scalar == right[column - 1] && left[row - 1] == other
        if swapped { cost = min(cost, beforeLast[column - 1] + 1) }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
