internal import MixCore
internal import ScriptHost

/// Rules of the kind `filters`.
enum FilterRuleKind: RuleKind {
  static func object(_ rules: RuleFollower<FilterRules>) -> any LuaResult {
    ObjectResult(FilterSet(rules, values: nil))
  }

  /// Applies the invariants once; ``findings(_:_:)`` goes through every state.
  static func dryRun(_ rules: FilterRules, _ call: HostCall) throws {
    _ = try rules.settle(rules.schema.standard, call)
  }

  /// What the states are, and which changes lead elsewhere than asked for.
  static func findings(_ rules: FilterRules, _ call: HostCall) throws -> LuaValue {
    let survey = try survey(rules, call)
    return .object([
      "states": .int(Int64(survey.states.count)), "changes": .int(Int64(survey.changes)),
      "statements": .array(rules.always.map { .string($0.name) }),
      "transitions": .array(survey.rows.map { row($0, rules) }),
    ])
  }

  private static func survey(_ rules: FilterRules, _ call: HostCall) throws -> FilterSurvey {
    let survey: FilterSurvey
    do {
      survey = try FilterSurvey(rules.schema, rules.fixpoint(call))
    } catch let cycle as FilterFixpoint.Cycle {
      throw rules.wrong(cycle)
    } catch let error as TooManyStates {
      throw HostError.usage("\(rules.origin.path): \(error)")
    }
    let caller = RuleCaller(call, name: rules.origin.name, path: rules.origin.path)
    for state in survey.states {
      for statement in rules.always where try !rules.ask(statement.holds, state, caller) {
        throw caller.wrong(statement.holds, "does not hold of \(rules.shown(state))")
      }
    }
    return survey
  }

  private static func row(_ row: FilterSurvey.Row, _ rules: FilterRules) -> LuaValue {
    func text(_ value: String?) -> LuaValue { value.map(LuaValue.string) ?? .bool(false) }
    let sets = row.effects.map { (rules.schema.fields[$0.field].name, text($0.value)) }
    return .object([
      "field": .string(rules.schema.fields[row.field].name),
      "values": .array(row.values.map(text)),
      "sets": .object(Dictionary(uniqueKeysWithValues: sets)),
      "rules": .array(row.invariants.map { .string(rules.invariants[$0].name) }),
      "states": .int(Int64(row.states)),
    ])
  }

  static let findingsShape = TableShape(
    "rules.findings", "What mix.rules.check found out about rules of the kind filters.",
    [
      .init("states", "integer", "states that can be reached"),
      .init("changes", "integer", "changes of one field that were tried"),
      .init("statements", "string[]", "what was found to hold of every state"),
      .init("transitions", "rules.transition[]", "the changes that lead elsewhere than asked for"),
    ])

  static let transitionShape = TableShape(
    "rules.transition", "What setting a field changes besides.",
    [
      .init("field", "string", "the field that is set"),
      .init("values", "any[]", "to one of these; false: no value"),
      .init("sets", "table<string, string|false>", "what the rules set then"),
      .init("rules", "string[]", "the invariants that do it, in their order"),
      .init("states", "integer", "how many states it happens in, for each of the values"),
    ])
}
