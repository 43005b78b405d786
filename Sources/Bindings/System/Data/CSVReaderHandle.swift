internal import CLua
internal import MixCore
internal import Reactor
internal import ScriptHost

/// `csv.reader`: what `mix.csv.open` returns.
final class CSVReaderHandle: LuaObject {
  static let luaTypeName = "csv.reader"
  private static let mostRows = 10_000

  private let shown: String
  /// Nil while it is read, and after its end: the file is closed then.
  private var file: CSVFile?
  private var hasEnded = false
  /// The memory that the file holds.
  private let charge: MemoryCharge
  private var delimiter = ","
  private var encoding = CSVFile.Encoding.automatic.rawValue

  init(_ file: CSVFile, shown: String, _ charge: MemoryCharge) {
    self.file = file
    self.shown = shown
    self.charge = charge
  }

  static let luaType: ObjectType<CSVReaderHandle> = {
    var type = ObjectType<CSVReaderHandle>("A CSV file that is read piece by piece.")
    type.description { "csv.reader: \($0.shown)" }
    type.asyncMethod(
      "next", "Reads the next rows; records that cannot be read are skipped and reported.",
      Parameter("count", "rows at most, 1 to 10000 (default 500)", Int?.self),
      returns:
        "table?, table  rows, each a list of fields with its number as `row` (1 is the first); and "
        + "the skipped records, {row, reason}; nil after the end",
      example: "for rows in function() return reader:next() end do print(#rows) end"
    ) { context, reader, count in try await reader.next(count ?? 500, context) }
    type.method(
      "close", "Closes the file before its end; there are no more rows then.",
      example: "reader:close()"
    ) { _, reader in
      reader.close()
      return Nothing()
    }
    type.method(
      "info", "The file's form, once rows were read.",
      returns: "table  {delimiter, encoding}", example: "print(reader:info().encoding)"
    ) { _, reader in
      LuaValue.object([
        "delimiter": .string(reader.delimiter), "encoding": .string(reader.encoding),
      ])
    }
    return type
  }()

  private func close() {
    file = nil
    hasEnded = true
    charge.release()
  }

  private func next(_ count: Int, _ context: HostContext) async throws -> CSVPartResult {
    guard (1...Self.mostRows).contains(count) else {
      throw HostError.usage(
        "bad argument 'count' to csv.reader:next: 1 to \(Self.mostRows) expected, got \(count)")
    }
    if hasEnded { return CSVPartResult(part: nil) }
    guard let file else {
      throw HostError.usage("csv.reader:next: another task is reading \(shown)")
    }
    self.file = nil
    let reactor = context.engine.reactor
    var (changed, outcome) = try await read(file, count, reactor)
    if case .failure(LimitExceeded.memory) = outcome {
      context.memory.collect()
      (changed, outcome) = try await read(changed, count, reactor)
    }
    encoding = changed.encodingName
    if let found = changed.delimiter { delimiter = CSVRows.text(found) }
    // Closed meanwhile: the rows that were asked for before that are still given.
    if !hasEnded { self.file = changed }
    let part = try outcome.get()
    if !part.hasMore { close() }
    return CSVPartResult(part: part)
  }

  private func read(
    _ file: CSVFile, _ count: Int, _ reactor: Reactor
  ) async throws -> (CSVFile, Result<CSVFile.Part, any Error>) {
    try await offloadReading(reactor) { [charge] in
      var file = file
      let outcome = Result { try file.next(count, charge) }
      return (file, outcome)
    }
  }
}

/// Rows and skipped records, as two Lua tables.
struct CSVPartResult: LuaResult {
  let part: CSVFile.Part?

  func push(_ call: HostCall) throws -> Int32 {
    let stack = call.stack
    guard stack.reserve(8) else { throw HostError.usage("the Lua stack is full") }
    guard let part else {
      stack.pushNil()
      return 1
    }
    let lua = stack.pointer
    lua_createtable(lua, Int32(clamping: part.rows.count), 0)
    for (position, row) in part.rows.enumerated() {
      lua_createtable(lua, Int32(clamping: row.fields.count), 1)
      for (place, field) in row.fields.enumerated() {
        stack.push(field)
        lua_rawseti(lua, -2, Int64(place) + 1)
      }
      stack.push(Int64(row.number))
      lua_setfield(lua, -2, "row")
      lua_rawseti(lua, -2, Int64(position) + 1)
    }
    ArrayMark.mark(stack)
    stack.push(
      LuaValue.array(
        part.rejected.map {
          .object(["row": .int(Int64($0.row)), "reason": .string($0.description)])
        }))
    return 2
  }
}
