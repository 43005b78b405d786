internal import CLua
internal import MixCore
internal import ScriptHost

/// The similarities of each text of one list with each of another, as scripts hold them: 8 bytes each, where a
/// place in a Lua table takes 16 and time to make.
final class TextSimilarities: LuaObject {
  /// This many at most: 64 MB.
  static let most = 8_000_000

  private let rows: Int
  private let columns: Int
  /// A row for each query, one after the other.
  private let scores: UnsafeMutableBufferPointer<Double>

  init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
    scores = .allocate(capacity: rows * columns)
    scores.initialize(repeating: 0)
  }

  /// Sets the similarities of a query, which is counted from 0.
  func set(row: Int, _ found: UnsafeBufferPointer<Double>) {
    _ = UnsafeMutableBufferPointer(rebasing: scores[row * columns..<(row + 1) * columns])
      .update(from: found)
  }

  deinit { scores.deallocate() }

  var heldBytes: Int { scores.count * MemoryLayout<Double>.stride }

  static let luaTypeName = "text.similarities"
  static let luaType: ObjectType<TextSimilarities> = {
    var type = ObjectType<TextSimilarities>(
      "How alike each text of one list is to each of another, in little memory.")
    type.description { "text.similarities: \($0.rows) × \($0.columns)" }
    type.method(
      "size", "How many queries and texts were compared.",
      returns: "integer, integer  the queries and the texts",
      example: "local queries, texts = found:size()"
    ) { call, found -> Pushed in
      call.stack.push(Int64(found.rows))
      call.stack.push(Int64(found.columns))
      return Pushed(2)
    }
    type.method(
      "at", "The similarity of a query with a text.", query,
      Parameter("text", "its place in the list, from 1", Int.self),
      returns: "number  0 to 1", example: "print(found:at(1, 3))"
    ) { call, found, query, text -> Double in
      try found.row(call, query)[found.place(call, "text", text, found.columns)]
    }
    type.method(
      "row", "The similarities of a query with all texts.", query,
      returns: "number[]  0 to 1, in the order of the texts",
      example: "for place, score in ipairs(found:row(1)) do print(place, score) end"
    ) { call, found, query -> Pushed in
      let row = try found.row(call, query)
      clua_push_numbers(call.stack.pointer, row.baseAddress, row.count)
      ArrayMark.mark(call.stack)
      return Pushed(1)
    }
    type.method(
      "best", "The text that is most like a query: the first of equals.", query,
      returns: "number?, integer  the similarity, and the place of the text; nil without texts",
      example: "local score, place = found:best(1)"
    ) { call, found, query -> Pushed in
      let row = try found.row(call, query)
      guard let best = row.indices.max(by: { row[$0] < row[$1] || row[$0] == row[$1] && $0 > $1 })
      else {
        call.stack.pushNil()
        return Pushed(1)
      }
      call.stack.push(row[best])
      call.stack.push(Int64(best) + 1)
      return Pushed(2)
    }
    return type
  }()

  private static let query = Parameter(
    "query", "its place in the list of queries, from 1", Int.self)

  private func row(_ call: HostCall, _ query: Int) throws -> UnsafeBufferPointer<Double> {
    let row = try place(call, "query", query, rows)
    return UnsafeBufferPointer(rebasing: scores[row * columns..<(row + 1) * columns])
  }

  /// A place from 0 for one from 1.
  private func place(_ call: HostCall, _ name: String, _ value: Int, _ count: Int) throws -> Int {
    guard value >= 1, value <= count else {
      throw call.badArgument(name, "there are \(count), from 1 on; got \(value)")
    }
    return value - 1
  }
}
