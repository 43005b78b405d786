internal import HeapModule
internal import Notation

/// Chooses the pairs with the highest sum of scores when each row may be taken once.
///
/// Rows connected by pairs form a group, and each group is solved separately by shortest augmenting
/// paths (the Hungarian method over the existing pairs). Scores are whole numbers, so that equal
/// sums compare equal and the same pairs are chosen every time.
struct LinkAssignment {
  /// A pair of rows that may belong together.
  struct Pair {
    let left: Int32
    let right: Int32
    /// The weight of the pair, 1 or more.
    let worth: Int64

    /// Makes a pair.
    /// - Parameter isFirst: whether the rules would take the pair; it precedes others of the same
    ///   score.
    init(left: Int, right: Int, score: Double, isFirst: Bool) {
      (self.left, self.right) = (Int32(clamping: left), Int32(clamping: right))
      let steps = max(0, min(1e6, score.isNaN ? 0 : score)) * 1e9
      worth = Int64(clamping: steps.rounded()) * 2 + (isFirst ? 2 : 1)
    }
  }

  /// The places of the chosen pairs, in order.
  private(set) var taken: [Int] = []
  /// Number of left rows in groups that were too large; there the best pairs were taken first.
  private(set) var crowded = 0

  /// Largest product of a group's left rows and its pairs, which takes about a second.
  private static let mostWork = 50_000_000
  private let pairs: [Pair]

  /// Chooses pairs.
  /// - Parameters:
  ///   - pairs: by the left row, then the right one.
  ///   - mostWork: largest product of a group's left rows and its pairs.
  init(_ pairs: [Pair], mostWork: Int = mostWork) {
    self.pairs = pairs
    for group in groups() {
      if group.count == 1 {
        taken.append(group[0])
        continue
      }
      var solver = GroupSolver(pairs, group)
      if solver.leftCount * group.count <= mostWork {
        taken += solver.solve()
      } else {
        taken += bestFirst(group)
        crowded += solver.leftCount
      }
    }
    taken.sort()
  }

  /// The places of the pairs of each group, in order.
  private func groups() -> [[Int]] {
    // The left rows, then the right rows.
    let lefts = Int(pairs.map(\.left).max() ?? -1) + 1
    let rights = Int(pairs.map(\.right).max() ?? -1) + 1
    var head = (0..<Int32(clamping: lefts + rights)).map { $0 }
    func first(_ row: Int) -> Int {
      var row = row
      while Int(head[row]) != row {
        head[row] = head[Int(head[row])]
        row = Int(head[row])
      }
      return row
    }
    for pair in pairs {
      let (a, b) = (first(Int(pair.left)), first(lefts + Int(pair.right)))
      head[max(a, b)] = Int32(clamping: min(a, b))
    }
    var places: [Int: Int] = [:]
    var groups: [[Int]] = []
    for (index, pair) in pairs.enumerated() {
      let row = first(Int(pair.left))
      if let place = places[row] {
        groups[place].append(index)
      } else {
        places[row] = groups.count
        groups.append([index])
      }
    }
    return groups
  }

  private func bestFirst(_ group: [Int]) -> [Int] {
    var lefts: Set<Int32> = []
    var rights: Set<Int32> = []
    let order = group.sorted {
      pairs[$0].worth != pairs[$1].worth ? pairs[$0].worth > pairs[$1].worth : $0 < $1
    }
    return order.filter { place in
      let pair = pairs[place]
      guard !lefts.contains(pair.left), !rights.contains(pair.right) else { return false }
      lefts.insert(pair.left)
      rights.insert(pair.right)
      return true
    }
  }
}

/// A pair in its group's numbers; `place` is -1 for a row's own free place.
private struct Edge {
  let place: Int
  let column: Int
  let cost: Int64
}

/// Solves one group: each left row in turn takes the shortest path to a free place, by which other
/// rows may move to their next best pair. A row's own free place means no pair.
private struct GroupSolver {
  /// For each left row its pairs.
  private var edges: [[Edge]] = []
  /// Number of right rows; the free places of the left rows are numbered after them.
  private var columnCount = 0
  private let dearest: Int64

  var leftCount: Int { edges.count }

  init(_ pairs: [LinkAssignment.Pair], _ group: [Int]) {
    dearest = group.map { pairs[$0].worth }.max() ?? 0
    var columns: [Int32: Int] = [:]
    var row: Int32?
    for place in group {
      let pair = pairs[place]
      if row != pair.left { edges.append([]) }
      row = pair.left
      let column = columns[pair.right] ?? columns.count
      columns[pair.right] = column
      edges[edges.count - 1].append(
        Edge(place: place, column: column, cost: dearest - pair.worth))
    }
    columnCount = columns.count
  }

  /// The places of the chosen pairs.
  mutating func solve() -> [Int] {
    let free = columnCount
    for row in edges.indices {
      // Of equal paths the later row's own place is nearer, so that an earlier row keeps its pair.
      let own = free + edges.count - 1 - row
      edges[row].append(Edge(place: -1, column: own, cost: dearest))
    }
    var search = PathSearch(columns: free + edges.count, rows: edges.count)
    for row in edges.indices { search.add(row, edges) }
    var taken: [Int] = []
    for (column, row) in search.rowOf.enumerated() where row >= 0 && column < free {
      if let edge = edges[row].first(where: { $0.column == column }) { taken.append(edge.place) }
    }
    return taken
  }
}

/// Dijkstra's search over reduced costs, with prices that keep the costs from falling below 0.
private struct PathSearch {
  /// The row of each column, and the column of each row; -1 for none.
  private(set) var rowOf: [Int]
  private var columnOf: [Int]
  private var rowPrices: [Int64]
  private var columnPrices: [Int64]
  private var distances: [Int64]
  private var before: [Int]
  private var isDone: [Bool]

  init(columns: Int, rows: Int) {
    rowOf = [Int](repeating: -1, count: columns)
    columnOf = [Int](repeating: -1, count: rows)
    rowPrices = [Int64](repeating: 0, count: rows)
    columnPrices = [Int64](repeating: 0, count: columns)
    distances = [Int64](repeating: .max, count: columns)
    before = [Int](repeating: -1, count: columns)
    isDone = [Bool](repeating: false, count: columns)
  }

  /// Gives a row a column; other rows may move.
  mutating func add(_ row: Int, _ edges: [[Edge]]) {
    var waiting = Heap<Reached>()
    var seen: [Int] = []
    var done: [Int] = []
    var (at, way) = (row, Int64(0))
    var end = -1
    while true {
      for edge in edges[at] where !isDone[edge.column] {
        let distance = way + edge.cost - rowPrices[at] - columnPrices[edge.column]
        guard distance < distances[edge.column] else { continue }
        if distances[edge.column] == .max { seen.append(edge.column) }
        distances[edge.column] = distance
        before[edge.column] = at
        waiting.insert(Reached(distance: distance, column: edge.column))
      }
      // Every row has its own free place, so a next column always exists.
      guard let column = nearest(&waiting) else { break }
      isDone[column] = true
      done.append(column)
      way = distances[column]
      if rowOf[column] < 0 {
        end = column
        break
      }
      at = rowOf[column]
    }
    rowPrices[row] += way
    for column in done where column != end {
      columnPrices[column] += distances[column] - way
      rowPrices[rowOf[column]] += way - distances[column]
    }
    while end >= 0 {
      let mover = before[end]
      let left = columnOf[mover]
      (rowOf[end], columnOf[mover]) = (mover, end)
      end = left
    }
    for column in seen { (distances[column], before[column], isDone[column]) = (.max, -1, false) }
  }

  /// The nearest column that is not done; nil when none is left.
  private func nearest(_ waiting: inout Heap<Reached>) -> Int? {
    while let next = waiting.popMin() {
      if !isDone[next.column] { return next.column }
    }
    return nil
  }
}

/// A column and the distance to it; the nearest comes first, of equal ones the lower number.
private struct Reached: Comparable {
  let distance: Int64
  let column: Int

  static func < (left: Reached, right: Reached) -> Bool {
    (left.distance, left.column) < (right.distance, right.column)
  }
}
