internal import CLua
internal import ScriptHost

/// What a match rule file says, checked: features, gates, thresholds.
///
/// docs/rules.md describes the table.
final class MatchRules: ObjectRules {
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
  /// Numbers that the functions go by, and that learning may move.
  let bounds: [String: Double]

  init(_ record: RuleRecord, _ origin: RuleOrigin, _ call: HostCall) throws {
    self.origin = origin
    doc = record.text("doc")
    combine = record.text("combine").flatMap(Combination.init) ?? .mean
    pick = record.text("pick").flatMap(Choice.init) ?? .best
    accept = record.number("accept") ?? 0
    review = record.number("review") ?? 0
    margin = record.number("margin") ?? 0
    features = record.records("features").map { feature in
      let penalty = feature.number("penalty")
      return Feature(
        name: feature.text("name") ?? "", doc: feature.text("doc"),
        amount: penalty ?? feature.number("weight") ?? 0, isPenalty: penalty != nil,
        score: feature.function("score"))
    }
    gates = record.records("gates").map { gate in
      Gate(
        name: gate.text("name") ?? "", doc: gate.text("doc"), check: gate.function("check"))
    }
    prepare = record.optionalFunction("prepare")
    prepareCandidate = record.optionalFunction("prepare_candidate")
    compare = record.optionalFunction("compare")
    sameWork = record.optionalFunction("same_work")
    search = record.optionalFunction("search")
    tieOrder = record.texts("tie_order").map { field in
      TieField(
        name: field.hasPrefix("-") ? String(field.dropFirst()) : field,
        descending: field.hasPrefix("-"))
    }
    fields = MatchFields(record.record("fields"))
    bounds = record.numbersByName("bounds")
  }

  /// Matches a full record with itself and with an empty one, then an empty one with both.
  func tryOut(_ call: HostCall) throws {
    let stack = call.stack
    guard stack.reserve(10) else { throw HostError.usage("the Lua stack is full") }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    let fields = Set(fields.query + fields.candidate)
    let full = LuaValue.object(
      Dictionary(uniqueKeysWithValues: fields.map { ($0, .string("2001 \($0)")) }))
    for query in [full, .object([:])] {
      lua_settop(stack.pointer, base)
      stack.push(query)
      stack.push(.array([full, .object([:]), full]))
      var matcher = try Matcher(call, self, candidates: base + 2, evaluatesAll: true)
      _ = try matcher.decide(query: base + 1)
    }
  }
}

/// The fields that match rules read, and the columns that they are taken from.
struct MatchFields {
  let query: [String]
  let candidate: [String]
  /// Column names in labelled files by field.
  let aliases: [String: [String]]

  fileprivate init(_ record: RuleRecord?) {
    query = record?.texts("query") ?? []
    candidate = record?.texts("candidate") ?? []
    aliases = record?.listsByName("aliases") ?? [:]
  }
}
