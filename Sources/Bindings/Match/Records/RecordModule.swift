internal import MixCore
internal import ScriptHost

/// `mix.records`: records of any table, compared column by column, and the weights of that.
enum RecordModule {
  static func make() -> Module {
    var module = Module(
      "records", "Compares records of any table, and finds what each comparison weighs.",
      rules: .allowed())
    module.asyncFunction(
      "survey", "What the columns of a table hold.",
      Parameter("columns", "how many columns", Int.self),
      Parameter("rows", "the cells of each record, \"\" for a missing one", [[String]].self),
      returns: "records.survey  kinds, common values and words, and distances",
      example: "local found = mix.records.survey(2, {{\"Dune\", \"1965\"}, {\"Emma\", \"1815\"}})"
    ) { _, count, rows -> LuaValue in
      guard (1...mostColumns).contains(count) else {
        throw wrong("survey takes 1 to \(mostColumns) columns, not \(count)")
      }
      guard rows.allSatisfy({ $0.count == count }) else {
        throw wrong("each row needs \(count) cells")
      }
      return survey(try await offload { RecordSurvey(rows, columns: count) })
    }
    module.function(
      "space", "How the records of a table are compared.",
      Parameter(
        "description", "columns, comparisons and common words", LuaValue.self,
        as: "records.description"),
      returns: "records.space  reads and compares records",
      example:
        "local space = mix.records.space{columns = {{kind = \"text\"}}, comparisons = {{measure = \"words\", column = 1, steps = {0.5, 0.9}}}}"
    ) { _, value in ObjectResult(RecordSpaceObject(try space(value))) }
    for type: any LuaObjectType in [
      RecordSpaceObject.luaType, ComparedRecordObject.luaType, ComparisonTableObject.luaType,
    ] { module.type(type) }
    for shape in RecordShapes.all { module.shapes(shape) }
    return module
  }

  // MARK: Descriptions

  /// The most columns of a table: with no rows, nothing else bounds the work and its result.
  private static let mostColumns = 10_000

  private static func survey(_ survey: RecordSurvey) -> LuaValue {
    func shares(_ list: [RecordSurvey.Share]) -> LuaValue {
      .object(Dictionary(uniqueKeysWithValues: list.map { ($0.term, .number($0.share)) }))
    }
    return .object([
      "rows": .int(Int64(survey.rows)), "words": shares(survey.words),
      "columns": .array(
        survey.columns.map { column in
          .object([
            "filled": .int(Int64(column.filled)), "numbered": .int(Int64(column.numbered)),
            "usual": .number(column.usual), "values": shares(column.values),
            "kinds": .object(named(column.kinds) { .int(Int64($0)) }),
            "distances": .object(named(column.distances) { .array($0.map(LuaValue.number)) }),
          ])
        }),
    ])
  }

  private static func named<Value>(
    _ map: [CellKind: Value], _ value: (Value) -> LuaValue
  ) -> [String: LuaValue] {
    Dictionary(uniqueKeysWithValues: map.map { ($0.key.rawValue, value($0.value)) })
  }

  private static func space(_ value: LuaValue) throws -> RecordSpace {
    let columns = try list(value["columns"], "columns").map { column in
      guard let kind = column["kind"]?.shownText.flatMap(CellKind.init(rawValue:)) else {
        throw wrong(
          "a column's kind is one of " + CellKind.allCases.map(\.rawValue).joined(separator: ", "))
      }
      return RecordSpace.Column(
        kind: kind, usual: column["usual"]?.double ?? 0, values: shares(column["values"]))
    }
    let comparisons = try list(value["comparisons"], "comparisons").map { comparison in
      guard
        let measure = comparison["measure"]?.shownText.flatMap(RecordComparison.Measure.init)
      else {
        throw wrong(
          "a measure is one of "
            + RecordComparison.Measure.allCases.map(\.rawValue).joined(separator: ", "))
      }
      let column = comparison["column"]?.double.map { Int(clamping: $0) - 1 }
      guard column.map(columns.indices.contains) ?? measure.isOfWords else {
        throw wrong("a comparison names a column by its place; only one of words may go without")
      }
      let steps = try list(comparison["steps"], "steps").compactMap(\.double)
      guard !steps.isEmpty, steps.count <= 100 else { throw wrong("steps are 1 to 100 numbers") }
      return RecordComparison(measure, column: column, steps: steps)
    }
    return RecordSpace(
      columns: columns, comparisons: comparisons, words: shares(value["words"]),
      rows: Int(clamping: value["rows"]?.double ?? 1))
  }

  private static func shares(_ value: LuaValue?) -> [String: Double] {
    guard case .object(let members)? = value else { return [:] }
    return members.compactMapValues(\.double)
  }

  static func list(_ value: LuaValue?, _ name: String) throws -> [LuaValue] {
    switch value {
    case .array(let list)?: return list
    case .object(let members)? where members.isEmpty: return []
    default: throw wrong("\(name) is a list")
    }
  }

  static func wrong(_ message: String) -> HostError { .usage("mix.records: \(message)") }
}

extension LuaValue {
  /// A number as a script gave it.
  var double: Double? {
    switch self {
    case .int(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}

/// The tables that `mix.records` takes and returns.
enum RecordShapes {
  static let all = [
    Shape(
      "records.survey", "What the columns of a table hold.",
      [
        .init("rows", "integer", "how many different records"),
        .init("columns", "records.column[]", "in the order of the cells"),
        .init("words", "table<string, number>", "the shares of the records with common words"),
      ]),
    Shape(
      "records.column", "What a column holds.",
      [
        .init("filled", "integer", "how many cells are not empty"),
        .init("kinds", "table<string, integer>", "how many cells are of each kind"),
        .init("numbered", "integer", "how many texts have a number in them"),
        .init("values", "table<string, number>", "the shares of common values"),
        .init("usual", "number", "the probability that two cells are equal"),
        .init(
          "distances", "table<string, number[]>",
          "by kind, what 30, 10, 3 and 1 of 100 pairs do not exceed, and 0"),
      ]),
    Shape(
      "records.description", "How the records of a table are compared.",
      [
        .init("columns", "table[]", "{kind, usual, values}"),
        .init("comparisons", "table[]", "{measure, column, steps}"),
        .init("words", "table<string, number>?", "the shares of common words"),
        .init("rows", "integer?", "how many records the shares are of"),
      ]),
    Shape(
      "records.model", "What the levels of comparisons weigh.",
      [
        .init("prior", "number", "the log odds before anything is compared"),
        .init("parts", "number[][]", "by comparison and level, from the least alike on"),
        .init("rarity", "number[]", "by comparison, how much the rarity of an equal value counts"),
      ]),
  ]
}
