internal import Notation

/// Jaro–Winkler similarity (Winkler 1990, "String comparator metrics and enhanced decision rules in the
/// Fellegi–Sunter model of record linkage"), with the constants of the US Census Bureau: prefix of up
/// to 4 scalars, weight 0.1, from a Jaro similarity above 0.7.
///
/// This takes linear time: the places of a scalar are matched from left to right, so each is
/// visited once.
enum JaroWinkler {
  /// The similarity, 0 to 1, of texts of any length; 1 for two empty texts.
  static func similarity(
    _ first: TextUnits<UInt32>, _ second: TextUnits<UInt32>, _ work: inout TextWork
  ) throws -> Double {
    if first.isEmpty && second.isEmpty { return 1 }
    if first.isEmpty || second.isEmpty { return 0 }
    let lengths = Lengths(
      first: first.count, second: second.count,
      prefix: first.part(0, min(4, first.count)).commonStart(second))
    if lengths.longer == 1 { return Double(lengths.prefix) }
    let reach = lengths.reach
    try work.require(1, times: first.count + second.count)
    var places = try Places(second, &work)
    var matched: [UInt32] = []
    var taken = [Bool](repeating: false, count: second.count)
    for part in TextWork.parts(first.count) {
      try work.spend(part.count)
      for place in part {
        let scalar = first[place]
        guard let match = places.take(scalar, from: place - reach, through: place + reach) else {
          continue
        }
        matched.append(scalar)
        taken[match] = true
      }
    }
    let outOfOrder = try outOfOrder(matched, second, taken, &work)
    return lengths.similarity(
      common: matched.count, inOrder: matched.count - outOfOrder / 2)
  }

  /// Number of matched scalars that are out of order in the second text.
  private static func outOfOrder(
    _ matched: [UInt32], _ second: TextUnits<UInt32>, _ taken: [Bool], _ work: inout TextWork
  ) throws -> Int {
    var next = 0
    var outOfOrder = 0
    for part in TextWork.parts(taken.count) {
      try work.pass(part.count)
      for place in part where taken[place] {
        if second[place] != matched[next] { outOfOrder += 1 }
        next += 1
      }
    }
    return outOfOrder
  }

  /// The free places of each scalar of a text, ascending.
  private struct Places {
    private var numbers = ScalarNumbers()
    /// The first free place by the number of the scalar; -1 when none is left.
    private var heads: [Int32] = []
    /// For each place the next place of the same scalar.
    private var following: [Int32]

    init(_ text: TextUnits<UInt32>, _ work: inout TextWork) throws {
      following = [Int32](repeating: -1, count: text.count)
      for part in TextWork.parts(text.count) {
        try work.spend(part.count)
        for fromEnd in part {
          let place = text.count - 1 - fromEnd
          let number = numbers.add(text[place])
          if number == heads.count { heads.append(-1) }
          following[place] = heads[number]
          heads[number] = Int32(place)
        }
      }
    }

    /// Takes the first free place of a scalar in a window; nil when there is none. Windows only
    /// move to the right, so places before them are dropped.
    mutating func take(_ scalar: UInt32, from lowest: Int, through highest: Int) -> Int? {
      guard let number = numbers.number(scalar) else { return nil }
      var place = Int(heads[number])
      while place >= 0, place < lowest { place = Int(following[place]) }
      let fits = place >= 0 && place <= highest
      heads[number] = fits ? following[place] : Int32(place)
      return fits ? place : nil
    }
  }
  /// The bounds that two lengths set, and the score for given counts.
  struct Lengths {
    let first: Int
    let second: Int
    /// Number of equal units at the start, 4 at most.
    let prefix: Int

    var longer: Int { max(first, second) }
    /// Largest distance of two units that match.
    var reach: Int { longer / 2 - 1 }

    func similarity(common: Int, inOrder: Int) -> Double {
      guard common > 0 else { return 0 }
      let (shared, ordered) = (Double(common), Double(inOrder))
      let jaro = (shared / Double(first) + shared / Double(second) + ordered / shared) / 3
      guard jaro > 0.7 else { return jaro }
      return min(1, jaro + Double(prefix) * 0.1 * (1 - jaro))
    }
  }
}
