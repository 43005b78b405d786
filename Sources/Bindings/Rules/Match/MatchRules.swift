internal import CLua
internal import MixCore
internal import Notation
internal import ScriptHost

/// A match rule file, checked: features, gates, thresholds.
///
/// docs/rules.md describes the table.
final class MatchRules: ObjectRules {
  /// A piece of evidence, or a penalty.
  struct Feature {
    let doc: String?
    let score: RuleFunction
  }

  /// A condition that a candidate must meet.
  struct Gate {
    let name: String
    let doc: String?
    let check: RuleFunction
  }

  let origin: RuleOrigin
  let doc: String?
  let features: [Feature]
  let gates: [Gate]
  /// The deciding part, apart from the functions: features and gates have the same places there.
  let model: MatchModel
  let prepare: RuleFunction?
  let prepareCandidate: RuleFunction?
  let compare: RuleFunction?
  let sameWork: RuleFunction?
  let search: RuleFunction?
  /// The evidence that an agreement rests on where little is known.
  let term: RuleFunction?
  let fields: MatchFields
  /// Numbers that the functions go by, and that learning may move.
  let bounds: [String: Double]

  init(_ record: Fields, _ origin: RuleOrigin, _ call: HostCall) throws {
    self.origin = origin
    doc = record.string("doc")
    let featureRecords = record.records("features")
    features = featureRecords.map { feature in
      Feature(doc: feature.string("doc"), score: feature.ruleFunction("score"))
    }
    gates = record.records("gates").map { gate in
      Gate(
        name: gate.string("name") ?? "", doc: gate.string("doc"), check: gate.ruleFunction("check"))
    }
    prepare = record.optionalRuleFunction("prepare")
    prepareCandidate = record.optionalRuleFunction("prepare_candidate")
    compare = record.optionalRuleFunction("compare")
    sameWork = record.optionalRuleFunction("same_work")
    search = record.optionalRuleFunction("search")
    term = record.optionalRuleFunction("term")
    model = MatchModel(
      features: featureRecords.map { feature in
        let penalty = feature.number("penalty")
        return MatchModel.Feature(
          name: feature.string("name") ?? "", amount: penalty ?? feature.number("weight") ?? 0,
          isPenalty: penalty != nil)
      },
      gates: gates.map(\.name), accept: record.number("accept") ?? 0,
      review: record.number("review") ?? 0, margin: record.number("margin") ?? 0,
      combine: record.string("combine").flatMap(MatchModel.Combination.init) ?? .mean,
      prior: record.number("prior") ?? 0,
      pick: record.string("pick").flatMap(MatchModel.Choice.init) ?? .best,
      tieOrder: record.texts("tie_order").map(MatchModel.TieField.init),
      calibration: record.record("calibration").map(Self.calibration))
    fields = MatchFields(record.record("fields"))
    bounds = record.map("bounds", \.number)
  }

  private static func calibration(_ record: Fields) -> MatchCalibration {
    func points(_ name: String) -> [MatchCalibration.Point] {
      record.records(name).map {
        MatchCalibration.Point(
          score: $0.number("score") ?? 0, probability: $0.number("probability") ?? 0)
      }
    }
    return MatchCalibration(
      source: record.string("source") ?? "", pairs: Int(clamping: record.number("pairs") ?? 0),
      refused: record.number("refused") ?? 0, points: points("points"),
      refusedPoints: (points("refused_by_one"), points("refused_by_several")),
      share: record.number("share"))
  }

  /// The fields of made-up records where the rules don't name theirs.
  private static let usualFields: Set = [
    "album", "artist", "author", "date", "isbn", "kind", "name", "title", "year",
  ]

  /// Matches a full record with itself and with an empty one, then an empty one with both.
  func tryOut(_ call: HostCall) throws {
    let stack = call.stack
    guard stack.reserve(10) else { throw HostError.usage("the Lua stack is full") }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    let named = Set(fields.query + fields.candidate)
    let fields = named.isEmpty ? Self.usualFields : named
    let full = LuaValue.object(
      Dictionary(uniqueKeysWithValues: fields.map { ($0, .string("2001 \($0)")) }))
    for query in [full, .object([:])] {
      lua_settop(stack.pointer, base)
      stack.push(query)
      stack.push(.array([full, .object([:]), full]))
      var matcher = try Matcher(call, self, candidates: base + 2, evaluatesAll: true)
      _ = try matcher.decide(query: base + 1)
      _ = try pushTerm(base + 1, call)
    }
  }
}

/// The fields that match rules read, and the columns that they are taken from.
struct MatchFields {
  let query: [String]
  let candidate: [String]
  /// Column names in labelled files by field.
  let aliases: [String: [String]]

  fileprivate init(_ record: Fields?) {
    query = record?.texts("query") ?? []
    candidate = record?.texts("candidate") ?? []
    aliases = record?.map("aliases", \.texts) ?? [:]
  }
}
