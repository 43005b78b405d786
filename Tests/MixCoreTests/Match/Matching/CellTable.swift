/// The kernels' results by tables of cells, as textbooks define them.
enum CellTable {
  /// The length of the longest common subsequence.
  static func commonSubsequence(_ first: [UInt32], _ second: [UInt32]) -> Int {
    var row = [Int](repeating: 0, count: second.count + 1)
    for left in first {
      var diagonal = 0
      for (column, right) in second.enumerated() {
        let above = row[column + 1]
        row[column + 1] = left == right ? diagonal + 1 : max(above, row[column])
        diagonal = above
      }
    }
    return row[second.count]
  }

  /// Levenshtein distance, or the distance of optimal string alignment.
  static func distance(_ first: [UInt32], _ second: [UInt32], transposing: Bool) -> Int {
    var rows = [Array(0...second.count)]
    for row in 1...max(1, first.count) where row <= first.count {
      var cells = [row]
      for column in 1...max(1, second.count) where column <= second.count {
        let differs = first[row - 1] == second[column - 1] ? 0 : 1
        var best = min(
          rows[row - 1][column] + 1, cells[column - 1] + 1, rows[row - 1][column - 1] + differs)
        if transposing, row > 1, column > 1, first[row - 1] == second[column - 2],
          first[row - 2] == second[column - 1]
        {
          best = min(best, rows[row - 2][column - 2] + 1)
        }
        cells.append(best)
      }
      rows.append(cells)
    }
    return rows[first.count][second.count]
  }
}

/// A small generator with a fixed start, so that a failure can be repeated.
struct FixedNumbers {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  /// Letters, spaces and one letter beyond ASCII.
  mutating func text(length: Int, alphabet: Int) -> [UInt32] {
    (0..<length).map { _ in
      switch below(alphabet) {
      case 0: 0x20
      case 1: 0x591C
      case let letter: UInt32(0x60 + letter)
      }
    }
  }

  /// The same as a string.
  mutating func string(length: Int, alphabet: Int) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(
      contentsOf: text(length: length, alphabet: alphabet).compactMap(Unicode.Scalar.init))
    return String(scalars)
  }
}

/// Scalars that stay in one place.
final class ScalarMemory {
  let texts: [UnsafeBufferPointer<UInt32>]

  init(_ texts: [[UInt32]]) {
    self.texts = texts.map { text in
      let copy = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: text.count)
      _ = copy.initialize(from: text)
      return UnsafeBufferPointer(copy)
    }
  }

  deinit { for text in texts { text.deallocate() } }
}
