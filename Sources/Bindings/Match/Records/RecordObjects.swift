internal import CLua
internal import MixCore
internal import ScriptHost

/// `records.space`: what `mix.records.space` returns.
final class RecordSpaceObject: LuaObject {
  static let luaTypeName = "records.space"
  let space: RecordSpace

  init(_ space: RecordSpace) { self.space = space }

  static let luaType: ObjectType<RecordSpaceObject> = {
    var type = ObjectType<RecordSpaceObject>("Reads and compares the records of a table.")
    type.method(
      "read", "Reads the cells of a record.",
      Parameter("cells", "in the order of the columns, \"\" for a missing one", [String].self),
      returns: "records.record  for compare",
      example: "local record = space:read({\"Dune\", \"1965\"})"
    ) { _, object, cells in ObjectResult(ComparedRecordObject(object.space.record(cells))) }
    type.method(
      "compare", "Compares two records.",
      Parameter("one", "from read", ObjectArgument<ComparedRecordObject>.self),
      Parameter("other", "from read", ObjectArgument<ComparedRecordObject>.self),
      returns:
        "number[]  for each comparison the level, -1 for none, and how rare an equal value is",
      example: "local levels = space:compare(space:read(one), space:read(other))"
    ) { call, object, one, other -> Pushed in
      var numbers: [Double] = []
      for comparison in object.space.comparisons {
        let (value, rarity) = object.space.compare(
          comparison, one.object.record, other.object.record)
        numbers.append(value.map { Double(comparison.level($0)) } ?? -1)
        numbers.append(rarity)
      }
      numbers.withUnsafeBufferPointer {
        clua_push_numbers(call.stack.pointer, $0.baseAddress, $0.count)
      }
      return Pushed(1)
    }
    addTable(&type)
    return type
  }()

  private static func addTable(_ type: inout ObjectType<RecordSpaceObject>) {
    type.asyncMethod(
      "table", "Compares many pairs of records, on all cores.",
      Parameter("left", "the cells of each pair's first record", [[String]].self),
      Parameter("right", "the cells of each pair's second record", [[String]].self),
      returns: "records.table  for estimate and learn",
      example: "local model = space:table(lefts, rights):estimate({})"
    ) { _, object, left, right -> ObjectResult<ComparisonTableObject> in
      guard left.count == right.count, !left.isEmpty else {
        throw RecordModule.wrong("a table needs as many records left as right")
      }
      let (space, count) = (object.space, left.count)
      let part = max(1, (count + LinkComparison.cores - 1) / LinkComparison.cores)
      var parts: [Int: ComparisonTable] = [:]
      try await withThrowingTaskGroup(of: (Int, ComparisonTable).self) { group in
        for start in stride(from: 0, to: count, by: part) {
          group.addTask {
            let rows = start..<min(count, start + part)
            let table = try await offload {
              ComparisonTable(space, rows.map { (left: left[$0], right: right[$0]) })
            }
            return (start, table)
          }
        }
        for try await (start, table) in group { parts[start] = table }
      }
      var table = ComparisonTable(space, [(left: [String], right: [String])]())
      for start in parts.keys.sorted() { parts[start].map { table.append($0) } }
      return ObjectResult(ComparisonTableObject(table))
    }
  }
}

/// `records.record`: a record whose cells are read.
final class ComparedRecordObject: LuaObject {
  static let luaTypeName = "records.record"
  static let luaType = ObjectType<ComparedRecordObject>("A record that was read.")
  let record: ComparedRecord

  init(_ record: ComparedRecord) { self.record = record }
}

/// `records.table`: pairs of records that were compared.
final class ComparisonTableObject: LuaObject {
  static let luaTypeName = "records.table"
  let table: ComparisonTable
  var heldBytes: Int { table.count * table.comparisons.count * 9 }

  init(_ table: ComparisonTable) { self.table = table }

  static let luaType: ObjectType<ComparisonTableObject> = {
    var type = ObjectType<ComparisonTableObject>("Pairs of records that were compared.")
    type.description { "records.table: \($0.table.count) pairs" }
    type.asyncMethod(
      "estimate", "Estimates weights without labels, or with few: expectation and maximisation.",
      labels,
      Parameter(
        "left",
        "the number of each pair's row in the first table, from 1, where a row is the same as one of "
          + "the other table at most", [Int]?.self),
      Parameter("right", "those of the second table", [Int]?.self),
      returns: "records.model  the weights", example: "local model = pairs:estimate({})"
    ) { _, object, labels, left, right -> LuaValue in
      let (table, labels) = (object.table, try object.answers(labels))
      let rivals = try object.rivals(left, right)
      return described(
        try await offload { RecordModel.estimated(table, labels: labels, rivals: rivals) })
    }
    type.asyncMethod(
      "learn", "Learns weights from the pairs with a label.", labels,
      returns: "records.model  the weights", example: "local model = pairs:learn({1, 0, 0, 1})"
    ) { _, object, labels -> LuaValue in
      let (table, labels) = (object.table, try object.answers(labels))
      return described(try await offload { RecordModel.learned(table, labels: labels) })
    }
    type.method(
      "probabilities", "How likely each pair is the same, by weights.",
      Parameter("model", "from estimate or learn", LuaValue.self, as: "records.model"),
      returns: "number[]  0 to 1, in the order of the pairs",
      example: "print(pairs:probabilities(model)[1])"
    ) { _, object, model -> [Double] in try object.model(model).probabilities(object.table) }
    return type
  }()

  private static let labels = Parameter(
    "labels",
    "by pair 1: the same, 0: not, -1: unknown; fewer labels than pairs leave the rest unknown",
    [Int].self)

  private func rivals(_ left: [Int]?, _ right: [Int]?) throws -> PairRivals? {
    guard let left, let right else { return nil }
    for rows in [left, right] {
      guard rows.count == table.count, rows.allSatisfy({ (1...table.count).contains($0) }) else {
        throw RecordModule.wrong(
          "the rows of \(table.count) pairs are as many numbers from 1 to that")
      }
    }
    return PairRivals(left: left.map { $0 - 1 }, right: right.map { $0 - 1 })
  }

  private func answers(_ labels: [Int]) throws -> [Bool?] {
    guard labels.count <= table.count else {
      throw RecordModule.wrong("there are \(table.count) pairs, but \(labels.count) labels")
    }
    return labels.map { $0 < 0 ? nil : $0 == 1 }
      + Array(repeating: nil, count: table.count - labels.count)
  }

  private static func described(_ model: RecordModel) -> LuaValue {
    .object([
      "prior": .number(model.prior), "rarity": .array(model.rarity.map(LuaValue.number)),
      "parts": .array(model.parts.map { .array($0.map(LuaValue.number)) }),
    ])
  }

  private func model(_ value: LuaValue) throws -> RecordModel {
    let parts = try RecordModule.list(value["parts"], "parts").map {
      try RecordModule.list($0, "parts").compactMap(\.double)
    }
    let rarity = try RecordModule.list(value["rarity"], "rarity").compactMap(\.double)
    guard let prior = value["prior"]?.double, rarity.count == parts.count,
      parts.map(\.count) == table.comparisons.map({ $0.steps.count + 1 })
    else { throw RecordModule.wrong("the model is of other comparisons") }
    return RecordModel(prior: prior, parts: parts, rarity: rarity)
  }
}
