internal import Notation

/// Ratcliff–Obershelp similarity exactly as CPython's `difflib.SequenceMatcher(None, a, b).ratio()`
/// (Ratcliff and Metzener 1988, "Pattern matching: the gestalt approach").
///
/// It finds the longest common block, then the same left and right of it; of equally long blocks
/// the one that starts first in `a`, then in `b`. From 200 scalars on, a scalar that makes up more
/// than 1 % of `b` starts no block ("autojunk"), so the order of the arguments matters.
enum RatcliffObershelp {
  /// The similarity, 0 to 1; 1 for two empty texts. A step is a pair of equal scalars.
  static func similarity(
    _ a: TextUnits<UInt32>, _ b: TextUnits<UInt32>, _ work: inout TextWork
  ) throws -> Double {
    let total = a.count + b.count
    guard total > 0 else { return 1 }
    try work.require(1, times: total)
    var search = try BlockSearch(a, b, &work)
    return 2 * Double(try search.matches(&work)) / Double(total)
  }
}

/// Searches for matching blocks.
private struct BlockSearch {
  private let a: TextUnits<UInt32>
  private let b: TextUnits<UInt32>
  /// For each scalar of `a` its number in `b`; -1 for a scalar that may not start a block.
  private var numbers: [Int32] = []
  /// The places in `b` of the scalar with number n: `places[starts[n]..<starts[n + 1]]`, ascending.
  private var places: [Int32]
  private var starts: [Int]
  /// Length of the block that ends at each place of `b`, for the previous row and this one, shifted
  /// by one.
  private var before: [Int32]
  private var current: [Int32]

  private struct Region {
    var a: Range<Int>
    var b: Range<Int>
  }

  init(_ a: TextUnits<UInt32>, _ b: TextUnits<UInt32>, _ work: inout TextWork) throws {
    self.a = a
    self.b = b
    var known = ScalarNumbers()
    let numbersInB = try [Int](unsafeUninitializedCapacity: b.count) { room, count in
      for part in TextWork.parts(b.count) {
        try work.spend(part.count)
        for place in part { room[place] = known.add(b[place]) }
      }
      count = b.count
    }
    var counts = [Int](repeating: 0, count: known.count)
    for part in TextWork.parts(b.count) {
      try work.pass(part.count)
      for place in part { counts[numbersInB[place]] += 1 }
    }
    starts = [0]
    for count in counts { starts.append(starts[starts.count - 1] + count) }
    var next = starts
    places = [Int32](repeating: 0, count: b.count)
    for part in TextWork.parts(b.count) {
      try work.pass(part.count)
      for place in part {
        let number = numbersInB[place]
        places[next[number]] = Int32(place)
        next[number] += 1
      }
    }
    before = [Int32](repeating: 0, count: b.count + 1)
    current = before
    let popular = b.count >= 200 ? b.count / 100 + 1 : b.count
    numbers = try [Int32](unsafeUninitializedCapacity: a.count) { room, count in
      for part in TextWork.parts(a.count) {
        try work.spend(part.count)
        for place in part {
          let number = known.number(a[place]) ?? -1
          room[place] = number >= 0 && counts[number] <= popular ? Int32(number) : -1
        }
      }
      count = a.count
    }
  }

  /// The number of scalars in matching blocks.
  mutating func matches(_ work: inout TextWork) throws -> Int {
    var total = 0
    var regions = [Region(a: 0..<a.count, b: 0..<b.count)]
    while let region = regions.popLast() {
      let block = try longest(in: region, &work)
      guard !block.a.isEmpty else { continue }
      total += block.a.count
      let left = Region(
        a: region.a.lowerBound..<block.a.lowerBound, b: region.b.lowerBound..<block.b.lowerBound)
      let right = Region(
        a: block.a.upperBound..<region.a.upperBound, b: block.b.upperBound..<region.b.upperBound)
      if !left.a.isEmpty && !left.b.isEmpty { regions.append(left) }
      if !right.a.isEmpty && !right.b.isEmpty { regions.append(right) }
    }
    return total
  }

  private mutating func longest(in region: Region, _ work: inout TextWork) throws -> Region {
    var best = Region(
      a: region.a.lowerBound..<region.a.lowerBound, b: region.b.lowerBound..<region.b.lowerBound)
    var earlier = 0..<0
    for row in region.a {
      let here = occurrences(numbers[row], in: region.b)
      try work.spend(1 + here.count)
      for index in here {
        let column = Int(places[index])
        // Blocks that end before the region do not count: entries outside it are never written.
        let length = Int(before[column]) + 1
        current[column + 1] = Int32(length)
        if length > best.a.count {
          best = Region(a: row + 1 - length..<row + 1, b: column + 1 - length..<column + 1)
        }
      }
      for index in earlier { before[Int(places[index]) + 1] = 0 }
      swap(&before, &current)
      earlier = here
    }
    for index in earlier { before[Int(places[index]) + 1] = 0 }
    return try extended(best, in: region, &work)
  }

  /// The places of a scalar within a part of `b`, as indices of `places`.
  private func occurrences(_ number: Int32, in part: Range<Int>) -> Range<Int> {
    guard number >= 0 else { return 0..<0 }
    let all = starts[Int(number)]..<starts[Int(number) + 1]
    let lower = firstIndex(in: all, from: part.lowerBound)
    return lower..<firstIndex(in: lower..<all.upperBound, from: part.upperBound)
  }

  private func firstIndex(in range: Range<Int>, from place: Int) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if Int(places[middle]) < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Extends a block by equal scalars on both sides, including popular ones.
  private func extended(
    _ block: Region, in region: Region, _ work: inout TextWork
  ) throws -> Region {
    let before = try a.part(region.a.lowerBound, block.a.lowerBound)
      .commonEnd(b.part(region.b.lowerBound, block.b.lowerBound), &work)
    let after = try a.part(block.a.upperBound, region.a.upperBound)
      .commonStart(b.part(block.b.upperBound, region.b.upperBound), &work)
    return Region(
      a: block.a.lowerBound - before..<block.a.upperBound + after,
      b: block.b.lowerBound - before..<block.b.upperBound + after)
  }
}
