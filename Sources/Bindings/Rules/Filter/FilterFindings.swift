internal import MixCore
internal import ScriptHost

// The findings of `mixhost rules check` about a filter.
extension FilterRules {
  /// The states, and the changes that lead elsewhere than asked for.
  func findings(_ call: HostCall) throws -> LuaValue {
    let survey = try Self.survey(self, call)
    return .object([
      "states": .int(Int64(survey.states.count)), "changes": .int(Int64(survey.changes)),
      "statements": .array(always.map { .string($0.name) }),
      "transitions": .array(survey.rows.map { Self.row($0, self) }),
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
    let calls = FilterRuleCalls(call, rules)
    for state in survey.states {
      for statement in rules.always where try !calls.ask(statement.holds, state) {
        throw calls.wrong(statement.holds, "does not hold of \(rules.shown(state))")
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

  static let findingShapes = [findingsShape, transitionShape]

  private static let findingsShape = Shape(
    "rules.findings", "The findings of mix.rules.check about rules of the kind filters.",
    [
      .init("states", "integer", "states that can be reached"),
      .init("changes", "integer", "changes of one field that were tried"),
      .init("statements", "string[]", "what was found to hold of every state"),
      .init("transitions", "rules.transition[]", "the changes that lead elsewhere than asked for"),
    ])

  private static let transitionShape = Shape(
    "rules.transition", "The side effects of setting a field.",
    [
      .init("field", "string", "the field that is set"),
      .init("values", "any[]", "to one of these; false: no value"),
      .init("sets", "table<string, string|false>", "what the rules set then"),
      .init("rules", "string[]", "the invariants that do it, in their order"),
      .init("states", "integer", "how many states it happens in, for each of the values"),
    ])
}
