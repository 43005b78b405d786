internal import CLua
internal import ScriptHost

/// What a match rule file says, checked: features, gates, thresholds.
///
/// docs/rules.md describes the table.
final class MatchRules: RuleSet {
  /// A piece of evidence, or a penalty.
  struct Feature {
    let name: String
    let doc: String?
    /// The weight; for a penalty what it takes off at most, in the score's unit.
    let amount: Double
    let isPenalty: Bool
    let score: RuleFunction
  }

  /// A condition that a candidate must meet.
  struct Gate {
    let name: String
    let doc: String?
    let check: RuleFunction
  }

  /// A field that breaks ties, ascending or descending.
  struct TieField {
    let name: String
    let descending: Bool
  }

  /// How features become a score.
  enum Combination: String, CaseIterable {
    /// The weighted mean, 0 to 1.
    case mean
    /// The sum of weight × value, in points.
    case sum
  }

  /// Which candidate is taken.
  enum Choice: String, CaseIterable {
    case best
    /// The first in the source's order that reaches `accept`.
    case first
  }

  let origin: RuleOrigin
  let doc: String?
  let features: [Feature]
  let gates: [Gate]
  let accept: Double
  let review: Double
  let margin: Double
  let combine: Combination
  let pick: Choice
  let prepare: RuleFunction?
  let prepareCandidate: RuleFunction?
  let compare: RuleFunction?
  let sameWork: RuleFunction?
  let search: RuleFunction?
  let tieOrder: [TieField]
  let fields: MatchFields

  static let kind = "match"

  /// - Throws: ``HostError`` that names the file and the field.
  init(_ table: LuaTable, _ origin: RuleOrigin, _ call: HostCall) throws {
    let stack = call.stack
    guard stack.reserve(24) else { throw HostError.usage("the Lua stack is full") }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    table.push(stack)
    let root = base + 1
    let reader = FieldReader(call, path: origin.path)
    self.origin = origin
    try reader.checkKeys(root, "", Self.keys(of: Self.ruleShape))
    _ = try reader.optionalString(root, "name")
    doc = try reader.optionalString(root, "doc")
    combine = try reader.choice(root, "combine", Combination.self, default: .mean)
    pick = try reader.choice(root, "pick", Choice.self, default: .best)
    let range = combine == .mean ? 0...1 : 0...1e6
    accept = try reader.number(root, "accept", in: range)
    review = try reader.number(root, "review", in: range)
    margin = try reader.number(root, "margin", in: range)
    guard review <= accept else { throw reader.wrong("review", "must not be above accept") }
    features = try reader.list(root, "features") { index, place in
      try Self.feature(reader, index, place, penalties: range)
    }
    guard features.contains(where: { !$0.isPenalty && $0.amount > 0 }) else {
      throw reader.wrong("features", "needs at least one with a weight above 0")
    }
    gates = try reader.list(root, "gates", optional: true) { index, place in
      try reader.checkKeys(index, place, Self.keys(of: Self.gateShape))
      let name = try reader.string(index, "name", place)
      return Gate(
        name: name, doc: try reader.optionalString(index, "doc", place),
        check: try reader.function(index, "check", place, label: "gate '\(name)'"))
    }
    prepare = try reader.optionalFunction(root, "prepare")
    prepareCandidate = try reader.optionalFunction(root, "prepare_candidate")
    compare = try reader.optionalFunction(root, "compare")
    sameWork = try reader.optionalFunction(root, "same_work")
    search = try reader.optionalFunction(root, "search")
    tieOrder = try reader.strings(root, "tie_order").map { field in
      TieField(
        name: field.hasPrefix("-") ? String(field.dropFirst()) : field,
        descending: field.hasPrefix("-"))
    }
    fields = try MatchFields(reader, root)
  }

  private static func feature(
    _ reader: FieldReader, _ index: Int32, _ place: String, penalties: ClosedRange<Double>
  ) throws -> Feature {
    try reader.checkKeys(index, place, Self.keys(of: Self.featureShape))
    let name = try reader.string(index, "name", place)
    let isPenalty = reader.has(index, "penalty")
    if isPenalty, reader.has(index, "weight") {
      throw reader.wrong(place + "penalty", "excludes weight: a feature has one of the two")
    }
    return Feature(
      name: name, doc: try reader.optionalString(index, "doc", place),
      amount: isPenalty
        ? try reader.number(index, "penalty", in: penalties, place)
        : try reader.number(index, "weight", in: 0...1e6, place),
      isPenalty: isPenalty,
      score: try reader.function(index, "score", place, label: "feature '\(name)'"))
  }
}

/// The fields that match rules read, and the columns that they are taken from.
struct MatchFields {
  var query: [String] = []
  var candidate: [String] = []
  /// Column names in labelled files by field.
  var aliases: [String: [String]] = [:]

  fileprivate init(_ reader: FieldReader, _ root: Int32) throws {
    var query: [String] = []
    var candidate: [String] = []
    var aliases: [String: [String]] = [:]
    try reader.table(root, "fields") { index in
      try reader.checkKeys(index, "fields.", MatchRules.keys(of: MatchRules.fieldsShape))
      query = try reader.strings(index, "query", "fields.")
      candidate = try reader.strings(index, "candidate", "fields.")
      try reader.table(index, "aliases", "fields.") { table in
        for field in try reader.keys(table) {
          guard query.contains(field) || candidate.contains(field) else {
            throw reader.wrong("fields.aliases.\(field)", "is not a field of query or candidate")
          }
          aliases[field] = try reader.strings(table, field, "fields.aliases.")
        }
      }
    }
    self.query = query
    self.candidate = candidate
    self.aliases = aliases
  }
}
