internal import CLua
internal import MixCore
internal import Notation
internal import ScriptHost

/// The options of `mix.merge.sorted`.
struct MergeOptions: LuaArgument {
  static var luaTypeName: String { "table?" }
  static let fields: [Shape.Field] = [
    .init(
      "by", .kept("string|merge.key|string[]|merge.key[]|fun(a: any, b: any): boolean"),
      "the order: \"field\" ascending, \"-field\" descending, a merge.key, a list of these, a function "
        + "of two items that says whether the first comes first, or \"rank\" (default): each source's "
        + "own order, the first of each, then the second of each"),
    .init(
      "tie", .kept("string|merge.key|string[]|merge.key[]"),
      "further keys, as in by, for items that are equal"),
    .init(
      "unique", .kept("string|string[]|fun(item: any): any"),
      "items that are equal in this field, in all of these fields, or in what this function returns "
        + "are given once; an item without a value is always given"),
    .init(
      "lookahead", .integer(in: 1...100_000),
      "items of a source that are buffered at most in search of equals of the first key, 1 to "
        + "100,000 (default 40)"),
    .init("cap", .integer(from: 0), "items that are given in all; 0: all there are (default 500)"),
  ]

  static let keyShape = Shape(
    "merge.key", "A sort key. Numbers come before texts; texts are compared by their bytes.",
    [
      .init("field", .filled, "the field of an item; or `value`"),
      .init(
        "value", .function("fun(item: any): string|number|boolean|nil"),
        "computes the key of an item instead"),
      .init(
        "order", .choice(["ascending", "descending"]),
        "which end comes first (default ascending)"),
      .init(
        "missing", .custom(missing),
        "where items without a value go; a number: where that number goes (default last). nil, null, "
          + "NaN and the empty text are not values"),
    ])

  private static let missing = Shape.Custom(
    "\"first\"|\"last\"|number", "\"first\", \"last\" or a number"
  ) { reader, index, _, _ in
    let value = try LuaValue(reader.stack, index)
    return value == .string("first") || value == .string("last")
      || reader.stack.number(index) != nil ? value : nil
  }

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
    try options.take(
      try ShapeReader(call, .merge).fields(Shape("merge.options", "", fields), index),
      MergeKeys(call: call))
    return options
  }

  private mutating func take(_ given: Fields, _ reader: MergeKeys) throws {
    core.lookahead = given.int("lookahead") ?? core.lookahead
    core.cap = given.int("cap") ?? core.cap
    if let function = given.function("by") {
      order = .comparison(function)
    } else if let by = given.kept("by") {
      order = .keys(try reader.keys(by, "by"))
    }
    if let tie = given.kept("tie") {
      guard case .keys(let keys) = order else {
        throw given.wrong("tie", "goes with keys; a comparison of two items decides ties itself")
      }
      order = .keys(keys + (try reader.keys(tie, "tie")))
    }
    if let function = given.function("unique") {
      unique = [.function(function)]
    } else if let value = given.kept("unique") {
      unique = try reader.names(value, "unique")
    }
  }
}

extension ShapeVoice {
  /// The options and sources of `mix.merge.sorted`.
  static let merge = ShapeVoice { place, fault in
    if case .unknown(let name, let known) = fault {
      return HostError.usage(
        "unknown option '\(place)'" + Suggestion.hint(for: name, in: known, orAll: true))
    }
    return HostError.usage("option '\(place)' \(fault.words)")
  }
}

/// Reads sort keys.
private struct MergeKeys {
  let call: HostCall

  private var stack: LuaStack { call.stack }

  private func wrong(_ place: String, _ words: String) -> any Error {
    ShapeVoice.merge.error(place, .other(words))
  }

  /// More than anybody sorts by, and few enough for their names to be copied at once.
  private static let mostKeys: Int64 = 64

  /// One key, or a list of them.
  func keys(_ value: KeptValue, _ option: String) throws -> [MergeOptions.Key] {
    value.push(stack)
    defer { stack.pop() }
    let (index, count) = (stack.count, stack.kind(-1) == .table ? stack.rawLength(-1) : 0)
    guard count > 0 else { return [try key(index, option)] }
    guard count <= Self.mostKeys else {
      throw wrong(option, "has \(count) keys; \(Self.mostKeys) at most")
    }
    return try (1...count).map { position in
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
    let given = try ShapeReader(call, .merge).fields(MergeOptions.keyShape, index, place + ".")
    var key = MergeKey(given.string("order") == "descending" ? .descending : .ascending)
    switch given.value("missing") {
    case .int(let number)?: key.missing = .counts(as: .integer(number))
    case .number(let number)?: key.missing = .counts(as: .number(number))
    case .string("first")?: key.missing = .first
    default: break
    }
    let name = try given.string("field").map { try field($0, place) }
    guard let value = name ?? given.function("value").map(ItemValue.function) else {
      throw wrong(place, "has neither `field`, a name, nor `value`, a function")
    }
    return (key, value)
  }

  /// A field's name, or a list of names.
  func names(_ value: KeptValue, _ option: String) throws -> [ItemValue] {
    value.push(stack)
    defer { stack.pop() }
    if let name = stack.string(-1) { return [try field(name, option)] }
    guard let names = try? [String].read(call, stack.count), !names.isEmpty else {
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
