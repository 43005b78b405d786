internal import CLua
internal import MixCore
internal import ScriptHost

/// The functions of `mix.text` that compare lists in one call.
enum TextSearchFunctions {
  private static let query = Parameter("query", "the text to look for", LentText.self)
  private static let list = Parameter("list", "strings, with the keys 1…n", TablePosition.self)
  private static let options = Parameter.options(
    ComparisonOptions.scorer, ComparisonOptions.cutoff, ComparisonOptions.processor)

  /// A matrix holds this many numbers at most: 64 MB of Lua memory.
  private static let largestMatrix = 4_000_000

  static func add(to module: inout Module) {
    addBest(&module)
    module.function(
      "scores", "Compares a text with each text of a list.", query, list, options,
      returns: "number[]  the similarities, 0 to 1, in the list's order",
      example: "local scores = mix.text.scores(\"halo\", titles, {scorer = \"ratio\"})"
    ) { call, query, list, options -> Pushed in
      let options = ComparisonOptions(options)
      var work = call.listWork()
      let texts = try LentTexts(call, list, "list").gathered(form: options.form, &work)
      let prepared = try TextQuery(options.scorer, utf8: query.bytes, form: options.form, &work)
      try prepared.scores(texts, cutoff: options.cutoff, &work)
        .withUnsafeBufferPointer { push($0, call.stack) }
      return Pushed(1)
    }
    addMatrix(&module)
  }

  private static func addBest(_ module: inout Module) {
    module.function(
      "best_of",
      "Looks for the text of a list that is most like a text: the first of equals. The list is read "
        + "up to a part with a perfect match.",
      query, list, options,
      returns:
        "number?, integer, string  the similarity, 0 to 1, the place in the list from 1, and "
        + "the text; nil when none reaches the cutoff",
      example: "local score, index, title = mix.text.best_of(\"halo\", titles, {cutoff = 0.8})"
    ) { call, query, list, options -> Pushed in
      let options = ComparisonOptions(options)
      var work = call.listWork()
      let prepared = try TextQuery(options.scorer, utf8: query.bytes, form: options.form, &work)
      let part = TextList(form: options.form)
      var best: TextQuery.Best?
      try LentTexts(call, list, "list").forEachPart { texts, start in
        part.removeAll(&work)
        try part.append(texts, &work)
        best = try prepared.best(
          of: part, offset: start, after: best, cutoff: options.cutoff, &work)
        return best.map { !$0.isPerfect } ?? true
      }
      guard let best else {
        call.stack.pushNil()
        return Pushed(1)
      }
      call.stack.push(best.score)
      call.stack.push(Int64(best.index) + 1)
      lua_rawgeti(call.stack.pointer, list.index, Int64(best.index) + 1)
      return Pushed(3)
    }
  }

  private static let queries = Parameter("queries", "strings, one a row", TablePosition.self)

  private static func addMatrix(_ module: inout Module) {
    module.function(
      "matrix", "Compares each text of one list with each of another.", queries, list, options,
      returns:
        "number[][]  a list of similarities, 0 to 1, for each query; 4,000,000 in all at most",
      example: "local rows = mix.text.matrix(mine, theirs, {scorer = \"token_set_ratio\"})"
    ) { call, queries, list, options -> Pushed in
      let stack = call.stack
      try forEachRow(
        call, queries, list, options, most: largestMatrix,
        begin: { rows, _ in lua_createtable(stack.pointer, Int32(clamping: rows), 0) },
        take: { row, scores in
          push(scores, stack)
          lua_rawseti(stack.pointer, -2, Int64(row) + 1)
        })
      ArrayMark.mark(stack)
      return Pushed(1)
    }
    module.function(
      "similarities",
      "As matrix, with the numbers in half the memory and no table made of them: for long lists.",
      queries, list, options,
      returns: "text.similarities  to be asked for numbers and rows; 8,000,000 numbers at most",
      example: "local score, place = mix.text.similarities(mine, theirs):best(1)"
    ) { call, queries, list, options -> ObjectResult<TextSimilarities> in
      var found = TextSimilarities(rows: 0, columns: 0)
      try forEachRow(
        call, queries, list, options, most: TextSimilarities.most,
        begin: { found = TextSimilarities(rows: $0, columns: $1) },
        take: { found.set(row: $0, $1) })
      return ObjectResult(found)
    }
  }

  /// Compares lists; hands out the similarities of each query, which are counted from 0.
  private static func forEachRow(
    _ call: HostCall, _ queries: TablePosition, _ list: TablePosition, _ options: Fields,
    most: Int, begin: (_ rows: Int, _ columns: Int) -> Void,
    take: (_ row: Int, UnsafeBufferPointer<Double>) -> Void
  ) throws {
    let options = ComparisonOptions(options)
    var work = call.listWork()
    let texts = try LentTexts(call, list, "list").gathered(form: options.form, &work)
    let rows = try LentTexts(call, queries, "queries")
    guard rows.count * texts.count <= most else {
      throw call.badArgument(
        "queries",
        "\(rows.count) × \(texts.count) similarities are more than \(most); "
          + "compare the queries one after the other with mix.text.scores")
    }
    begin(rows.count, texts.count)
    try rows.forEachPart { part, start in
      for (place, bytes) in part.enumerated() {
        let query = try TextQuery(options.scorer, utf8: bytes, form: options.form, &work)
        try query.scores(texts, cutoff: options.cutoff, &work)
          .withUnsafeBufferPointer { take(start + place, $0) }
      }
      return true
    }
  }

  private static func push(_ scores: UnsafeBufferPointer<Double>, _ stack: LuaStack) {
    clua_push_numbers(stack.pointer, scores.baseAddress, scores.count)
    ArrayMark.mark(stack)
  }
}
