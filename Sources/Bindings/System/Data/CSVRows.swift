internal import CLua
internal import MixCore
internal import ScriptHost

/// Reads CSV onto a Lua stack, row by row.
struct CSVRows {
  /// The bytes read, and the values pushed, between two looks at the limits.
  private static let piece = 65_536

  private let stack: LuaStack
  private let context: HostContext
  private let header: Bool
  /// The names of the columns; without a header none.
  private var columns: [String] = []
  /// How many fields the first row has.
  private var width: Int?
  private var rowCount = 0
  private var ragged: [LuaValue] = []
  private var extra: [LuaValue] = []
  /// The memory that the report holds until it is in Lua.
  private let charge: MemoryCharge
  /// Rows pushed since the last look.
  private var pushed = 0

  /// - Parameters:
  ///   - stack: gets two values: the rows and the report.
  ///   - context: says when the reading is to stop.
  ///   - header: whether the first row names the columns.
  /// - Throws: ``LimitExceeded`` when no memory is left.
  init(_ stack: LuaStack, _ context: HostContext, header: Bool) throws {
    charge = try context.memory.charge()
    self.stack = stack
    self.context = context
    self.header = header
  }

  /// Pushes the rows and the report; on an error nothing.
  /// - Throws: ``CSVError``; ``HostError`` when the stack is full; what stops the script.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, delimiter: CSVDelimiter) throws {
    guard stack.reserve(12) else { throw HostError.usage("the Lua stack is full") }
    let delimiter = delimiter == .automatic ? try detect(bytes) : delimiter
    let top = stack.count
    clua_newtable(stack.pointer)
    ArrayMark.mark(stack)
    do {
      var parser = CSVParser(options: CSVOptions(delimiter: delimiter))
      try Self.feed(bytes, to: &parser, context) { try take($0) }
      try parser.finish { try take($0) }
    } catch {
      lua_settop(stack.pointer, top)
      throw error
    }
    stack.push(report(delimiter))
  }

  /// Feeds a text in pieces: also one that is a single long row can be stopped.
  private static func feed(
    _ bytes: UnsafeBufferPointer<UInt8>, to parser: inout CSVParser, _ context: HostContext,
    body: ([String]) throws -> Void
  ) throws {
    for start in stride(from: 0, to: bytes.count, by: piece) {
      try context.checkpoint()
      let end = min(start + piece, bytes.count)
      try parser.feed(UnsafeBufferPointer(rebasing: bytes[start..<end]), body: body)
    }
  }

  private mutating func take(_ fields: [String]) throws {
    pushed += fields.count
    if pushed >= Self.piece {
      pushed = 0
      try context.checkpoint()
    }
    let isFirst = width == nil
    if isFirst { width = fields.count }
    if isFirst && header {
      columns = Self.unique(fields)
      return
    }
    rowCount += 1
    if fields.count != width { ragged.append(.int(Int64(rowCount))) }
    if header {
      try pushRecord(fields)
    } else {
      stack.push(LuaValue.array(fields.map(LuaValue.string)))
    }
    lua_rawseti(stack.pointer, -2, Int64(rowCount))
  }

  private mutating func pushRecord(_ fields: [String]) throws {
    // A row may be far shorter than the header.
    lua_createtable(stack.pointer, 0, Int32(clamping: min(fields.count, columns.count)))
    for (name, field) in zip(columns, fields) {
      stack.push(name)
      stack.push(field)
      lua_rawset(stack.pointer, -3)  // allowed: the key is a string
    }
    if fields.count > columns.count {
      let rest = fields[columns.count...].map(LuaValue.string)
      let entry = LuaValue.object(["row": .int(Int64(rowCount)), "fields": .array(rest)])
      try charge.grow(by: entry.heldBytes)
      extra.append(entry)
    }
  }

  private func report(_ delimiter: CSVDelimiter) -> LuaValue {
    .object([
      "columns": .array(columns.map(LuaValue.string)), "ragged": .array(ragged),
      "extra": .array(extra), "delimiter": .string(Self.text(delimiter)),
    ])
  }

  /// Equal names get a number, so that no field hides another.
  private static func unique(_ names: [String]) -> [String] {
    var taken = Set(names)
    // The number that each name has come to: counted from 2 anew, many equal names would take the square of
    // their number. Each name passes a taken number once.
    var numbers: [String: Int] = [:]
    var unique: [String] = []
    unique.reserveCapacity(names.count)
    for name in names {
      guard let last = numbers[name] else {
        numbers[name] = 1
        unique.append(name)
        continue
      }
      var number = last + 1
      while !taken.insert("\(name)_\(number)").inserted { number += 1 }
      numbers[name] = number
      unique.append("\(name)_\(number)")
    }
    return unique
  }

  static func text(_ delimiter: CSVDelimiter) -> String {
    switch delimiter {
    case .automatic, .comma: ","
    case .semicolon: ";"
    case .tab: "\t"
    case .bar: "|"
    }
  }

  // MARK: Which delimiter

  /// Ends the reading of a text after its first row.
  private struct Enough: Error {}

  /// The delimiter that finds most fields in the first row; of equal ones the comma.
  private func detect(_ bytes: UnsafeBufferPointer<UInt8>) throws -> CSVDelimiter {
    let counts = try [CSVDelimiter.comma, .semicolon, .tab, .bar].map {
      (delimiter: $0, fields: try firstRowCount(bytes, $0))
    }
    return counts.reduce(counts[0]) { $1.fields > $0.fields ? $1 : $0 }.delimiter
  }

  /// How many fields the first row has; 0 when a delimiter makes no sense of it.
  private func firstRowCount(
    _ bytes: UnsafeBufferPointer<UInt8>, _ delimiter: CSVDelimiter
  ) throws -> Int {
    var count = 0
    var parser = CSVParser(options: CSVOptions(delimiter: delimiter))
    let stop: ([String]) throws -> Void = { row in
      count = row.count
      throw Enough()
    }
    do {
      try Self.feed(bytes, to: &parser, context, body: stop)
      try parser.finish(body: stop)
    } catch  where error is Enough || error is CSVError {
      return count
    }
    return count
  }
}
