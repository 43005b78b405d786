internal import MixCore
internal import Reactor
internal import ScriptHost

/// `mix.library.import`.
enum LibraryImportFunction {
  /// Marks what gives records to an import.
  static let mark = "library.import"
  /// How many rows a report names; the counts are of all.
  static let reported = 1_000

  static func add(_ module: inout Module, _ host: any StoreHost) {
    module.asyncFunction(
      "import", "Adds records as works, all in one transaction or in steps.",
      Parameter(
        "records",
        "a list of records, or an iterator: it returns a record, or nil, reason, row for a row it rejects, or nil at the end; with placeholder = true in a record its title only stands in until one is found",
        RecordSource.self),
      .options(
        .init("kind", LibraryFilter.kind, "what they are (default book)"),
        .init("source", .text, "the name of the file's format (default \"import\")"),
        .init("dry_run", .flag, "report only, change nothing"),
        .init("strict", .flag, "import nothing when a row is rejected"),
        .init(
          "on_duplicate", .choice(of: LibraryImport.OnDuplicate.self),
          "\"skip\" (default), or \"fill\": add what the work that is there lacks"),
        .init(
          "on_saved", .function,
          "saves in steps, so that others can write meanwhile, and calls this after each with {added, filled, duplicate_count, rejected_count} so far; what is saved stays when the import fails later. Not with dry_run or strict"
        )),
      returns:
        "table  {added, filled, ids, duplicates = {{row, work, of, by}}, duplicate_count, rejected = {{row, reason}}, rejected_count}; lists hold 1,000 at most",
      example: "local report = mix.library.import({{title = \"Dune\"}}, {source = \"list\"})"
    ) { context, records, options -> LuaValue in
      try context.checkMayChangeData()
      let kind = options.choice("kind") ?? WorkKind.book
      let source = options.string("source") ?? "import"
      let onDuplicate = options.choice("on_duplicate") ?? LibraryImport.OnDuplicate.skip
      let (isStrict, isDry) = (options.bool("strict") ?? false, options.bool("dry_run") ?? false)
      let onSaved = options.function("on_saved")
      if onSaved != nil, isStrict || isDry {
        throw HostError.usage("on_saved saves in steps: not with strict or dry_run")
      }
      let now = host.time.wall
      let target = try await host.stores.run { parts in
        try LibraryImport(
          parts.library, kind: kind, source: source, onDuplicate: onDuplicate, now: now,
          savesEachStep: onSaved != nil)
      }
      let batches = try ImportBatches(target, context, onSaved: onSaved)
      do {
        try await batches.take(records)
        if isStrict, let error = batches.strictError { throw error }
        try await offload { try target.finish(commit: !isDry) }
      } catch {
        await batches.abandon()
        try? await offload { try target.finish(commit: false) }
        throw error
      }
      return batches.value
    }
  }
}

extension HostContext {
  /// An import holds the data file's write lock: what its iterator wrote would wait for it, and it for that.
  /// - Throws: ``HostError`` inside the iterator of an import.
  func checkMayChangeData() throws {
    guard isMarked(LibraryImportFunction.mark) else { return }
    throw HostError.usage(
      "the iterator of mix.library.import cannot change the data file, which the import holds: collect "
        + "what is to be changed and do it afterwards, or in on_saved")
  }
}

/// A source of records.
struct RecordSource: LuaArgument {
  /// A step of an iterator.
  enum Next {
    case record(LuaValue)
    case rejected(String, row: Int64?)
  }

  static var luaTypeName: String { "table|function" }
  private let list: [LuaValue]?
  private let function: LuaFunction?

  static func read(_ call: HostCall, _ index: Int32) throws -> RecordSource? {
    if let function = LuaFunction.read(call, index) {
      return RecordSource(list: nil, function: function)
    }
    guard call.stack.kind(index) == .table else { return nil }
    return try [LuaValue].read(call, index).map { RecordSource(list: $0, function: nil) }
  }

  /// The next record; nil at the end.
  /// - Parameter mark: see ``HostContext/isMarked(_:)``.
  func next(_ context: HostContext, _ position: Int64, mark: String? = nil) async throws -> Next? {
    if let list { return position < list.count ? .record(list[Int(position)]) : nil }
    guard let function else { return nil }
    let values = try await context.callThrowing(function, mark: mark)
    if let value = values.first, value != .nil { return .record(value) }
    guard values.count > 1, case .string(let reason) = values[1] else { return nil }
    var row: Int64?
    if values.count > 2, case .int(let number) = values[2] { row = number }
    return .rejected(reason, row: row)
  }
}

/// The result of an import.
struct ImportReport {
  private var added: Int64 = 0
  private var filled: Int64 = 0
  private var ids: [LuaValue] = []
  private var duplicates: [LuaValue] = []
  private var duplicateCount: Int64 = 0
  private var rejected: [LuaValue] = []
  private var rejectedCount: Int64 = 0
  private var first: (row: Int64, reason: String)?

  mutating func take(_ row: Int64, _ outcome: LibraryImport.Outcome, keep: Int) {
    switch outcome {
    case .added(let id):
      added += 1
      if ids.count < keep { ids.append(.int(id)) }
    case .duplicate(let work, let by, let isOfImport, let wasFilled):
      duplicateCount += 1
      if wasFilled { filled += 1 }
      guard duplicates.count < keep else { return }
      duplicates.append(
        .object([
          "row": .int(row), "work": .int(work), "by": .string(by),
          "of": .string(isOfImport ? "import" : "library"),
        ]))
    }
  }

  mutating func reject(_ row: Int64, _ reason: String, keep: Int) {
    rejectedCount += 1
    first = first ?? (row, reason)
    if rejected.count < keep {
      rejected.append(.object(["row": .int(row), "reason": .string(reason)]))
    }
  }

  /// Why a strict import brings nothing.
  var strictError: HostError? {
    guard let first else { return nil }
    return HostError(
      kind: "rejected",
      message:
        "row \(first.row): \(first.reason); \(rejectedCount) of the rows were rejected, nothing was imported",
      fields: ["row": .int(first.row), "count": .int(rejectedCount)])
  }

  /// How many records came to what.
  var counts: LuaValue {
    .object([
      "added": .int(added), "filled": .int(filled), "duplicate_count": .int(duplicateCount),
      "rejected_count": .int(rejectedCount),
    ])
  }

  var value: LuaValue {
    .object([
      "added": .int(added), "filled": .int(filled), "ids": .array(ids),
      "duplicates": .array(duplicates), "duplicate_count": .int(duplicateCount),
      "rejected": .array(rejected), "rejected_count": .int(rejectedCount),
    ])
  }
}
