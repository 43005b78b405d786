internal import CLua
internal import MixCore
internal import Notation
internal import ScriptHost

/// The options of `mix.merge.sorted`.
struct MergeOptions: LuaArgument {
  static var luaTypeName: String { "table?" }
  static let fields = [
    OptionField(
      "by", .any,
      "the order: \"field\" ascending, \"-field\" descending, a merge.key, a list of these, a function "
        + "of two items that says whether the first comes first, or \"rank\" (default): each source's "
        + "own order, the first of each, then the second of each",
      as: "string|merge.key|string[]|merge.key[]|fun(a: any, b: any): boolean"),
    OptionField(
      "tie", .any, "further keys, as in by, for items that are equal",
      as: "string|merge.key|string[]|merge.key[]"),
    OptionField(
      "unique", .any,
      "items that are equal in this field, in all of these fields, or in what this function returns "
        + "are given once; an item without a value is always given",
      as: "string|string[]|fun(item: any): any"),
    OptionField(
      "lookahead", .integer,
      "items of a source that are buffered at most in search of equals of the first key, 1 to "
        + "100,000 (default 40)"),
    OptionField("cap", .integer, "items that are given in all; 0: all there are (default 500)"),
  ]

  static let keyShape = TableShape(
    "merge.key", "A sort key. Numbers come before texts; texts are compared by their bytes.",
    [
      .init("field", "string?", "the field of an item; or `value`"),
      .init(
        "value", "fun(item: any): string|number|boolean|nil?", "computes the key of an item instead"
      ),
      .init(
        "order", "\"ascending\"|\"descending\"|nil", "which end comes first (default ascending)"),
      .init(
        "missing", "\"first\"|\"last\"|number|nil",
        "where items without a value go; a number: where that number goes (default last). nil, null, "
          + "NaN and the empty text are not values"),
    ])

  /// A sort key, and where its value is; nil for a rank.
  typealias Key = (key: MergeKey, value: ItemValue?)

  enum Order {
    case keys([Key])
    case comparison(LuaFunction)
  }

  private(set) var order = Order.keys([(.rank, nil)])
  private(set) var unique: [ItemValue] = []
  private(set) var core = PagedMerge<MergeItem>.Options()

  static func read(_ call: HostCall, _ index: Int32) throws -> MergeOptions? {
    if call.stack.isNoneOrNil(index) { return MergeOptions() }
    guard call.stack.kind(index) == .table, call.stack.reserve(20) else { return nil }
    var options = MergeOptions()
    try options.read(MergeOptionReader(call: call), lua_absindex(call.stack.pointer, index))
    return options
  }

  private mutating func read(_ reader: MergeOptionReader, _ table: Int32) throws {
    let stack = reader.call.stack
    try reader.checkKeys(table, Self.fields.map(\.name))
    if let lookahead = try reader.integer(table, "lookahead", 1...100_000) {
      core.lookahead = lookahead
    }
    if let cap = try reader.integer(table, "cap", 0...Int.max) { core.cap = cap }
    try reader.with(table, "by") { index in
      switch stack.kind(index) {
      case .nil: break
      case .function: order = LuaFunction.read(reader.call, index).map(Order.comparison) ?? order
      default: order = .keys(try reader.keys(index, "by"))
      }
    }
    try reader.with(table, "tie") { index in
      guard stack.kind(index) != .nil else { return }
      guard case .keys(let keys) = order else {
        throw reader.wrong("tie", "goes with keys; a comparison of two items decides ties itself")
      }
      order = .keys(keys + (try reader.keys(index, "tie")))
    }
    try reader.with(table, "unique") { unique = try reader.values($0, "unique") }
  }
}

/// Reads the table of options.
struct MergeOptionReader {
  let call: HostCall

  private var stack: LuaStack { call.stack }

  func wrong(_ option: String, _ message: String) -> HostError {
    HostError.usage("option '\(option)' \(message)")
  }

  func checkKeys(_ table: Int32, _ known: [String], in place: String = "") throws {
    try stack.forEachPair(table) {
      guard let key = stack.string(-2), known.contains(key) else {
        let key = stack.string(-2) ?? stack.typeName(-2)
        let hint = Suggestion.closest(to: key, in: known).map { " (did you mean '\($0)'?)" }
        throw HostError.usage(
          "unknown option '\(place)\(key)'" + (hint ?? "; known: \(known.joined(separator: ", "))"))
      }
    }
  }

  /// Visits a field by its place on the stack.
  func with(_ table: Int32, _ name: String, _ body: (Int32) throws -> Void) rethrows {
    stack.pushRawField(table, name)
    defer { stack.pop() }
    try body(stack.count)
  }

  func integer(_ table: Int32, _ name: String, _ range: ClosedRange<Int>) throws -> Int? {
    stack.pushRawField(table, name)
    defer { stack.pop() }
    if stack.isNoneOrNil(-1) { return nil }
    guard let value = stack.integer(-1).map(Int.init), range.contains(value) else {
      throw wrong(
        name,
        "is a whole number, \(range.lowerBound) or more, not "
          + (stack.number(-1).map { "\($0)" } ?? stack.typeName(-1)))
    }
    return value
  }

  // MARK: Keys

  /// More than anybody sorts by, and few enough for their names to be copied at once.
  private static let mostKeys: Int64 = 64

  func keys(_ index: Int32, _ option: String) throws -> [MergeOptions.Key] {
    guard stack.kind(index) == .table, stack.rawLength(index) > 0 else {
      return [try key(index, option)]
    }
    guard stack.rawLength(index) <= Self.mostKeys else {
      throw wrong(option, "has \(stack.rawLength(index)) keys; \(Self.mostKeys) at most")
    }
    return try (1...stack.rawLength(index)).map { position in
      stack.pushRawElement(index, position)
      defer { stack.pop() }
      return try key(stack.count, "\(option)[\(position)]")
    }
  }

  private func key(_ index: Int32, _ place: String) throws -> MergeOptions.Key {
    if let text = stack.string(index) {
      if text == "rank" { return (.rank, nil) }
      let isDescending = text.hasPrefix("-")
      return (
        MergeKey(isDescending ? .descending : .ascending),
        try field(isDescending ? String(text.dropFirst()) : text, place)
      )
    }
    guard stack.kind(index) == .table else {
      throw wrong(place, "is a field's name or a table with `field`, not \(stack.typeName(index))")
    }
    try checkKeys(index, MergeOptions.keyShape.fields.map(\.name), in: place + ".")
    var key = MergeKey()
    try with(index, "order") { key.direction = try direction($0, place) }
    try with(index, "missing") { key.missing = try missing($0, place) }
    var value: ItemValue?
    with(index, "value") {
      if let function = LuaFunction.read(call, $0) { value = .function(function) }
    }
    try with(index, "field") { place in
      if let name = stack.string(place) { value = try field(name, "field") }
    }
    guard let value else {
      throw wrong(place, "has neither `field`, a name, nor `value`, a function")
    }
    return (key, value)
  }

  private func direction(_ index: Int32, _ place: String) throws -> MergeKey.Direction {
    switch stack.string(index) {
    case nil where stack.isNoneOrNil(index): return .ascending
    case "ascending": return .ascending
    case "descending": return .descending
    default: throw wrong(place + ".order", "is \"ascending\" or \"descending\"")
    }
  }

  private func missing(_ index: Int32, _ place: String) throws -> MergeKey.Missing {
    if let number = stack.integer(index) { return .counts(as: .integer(number)) }
    if let number = stack.number(index) { return .counts(as: .number(number)) }
    switch stack.string(index) {
    case nil where stack.isNoneOrNil(index): return .last
    case "last": return .last
    case "first": return .first
    default: throw wrong(place + ".missing", "is \"first\", \"last\" or a number")
    }
  }

  func values(_ index: Int32, _ option: String) throws -> [ItemValue] {
    if stack.isNoneOrNil(index) { return [] }
    if let function = LuaFunction.read(call, index) { return [.function(function)] }
    if let name = stack.string(index) { return [try field(name, option)] }
    guard let names = try? [String].read(call, index), !names.isEmpty else {
      throw wrong(option, "is a field's name, a list of names or a function")
    }
    return try names.map { try field($0, option) }
  }

  private func field(_ name: String, _ place: String) throws -> ItemValue {
    guard !name.isEmpty else { throw wrong(place, "is an empty name") }
    stack.push(name)
    defer { stack.pop() }
    return .field(call.context.keep(stack, at: -1), name: name)
  }
}
