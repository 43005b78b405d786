import Testing

@testable import MixCore

@Suite("Filter: states, text, fixpoint") struct FilterTests {
  private let schema = FilterSchema([
    FilterField(
      "type", values: ["all", "movies", "tv"], aliases: ["series": "tv"], standard: "all"),
    FilterField(
      "sort", keys: ["order"], values: ["trending", "popularity"], standard: "trending"),
    FilterField("genre", values: ["Action", "Science Fiction"], isOpen: true, isFilter: true),
  ])

  private func message(_ text: String) -> String {
    do {
      return "read: \(try schema.parse(text))"
    } catch {
      return error.message
    }
  }

  @Test(arguments: [
    "", "type=movies", "genre=Action", "type=tv sort=popularity genre=\"Science Fiction\"",
    #"genre="a \"b\" \\ c""#, "genre=ümlaut=x",
  ])
  func textIsReadAsItIsWritten(text: String) throws {
    let state = try schema.parse(text)
    #expect(schema.text(of: state) == text)
    #expect(try schema.parse(schema.text(of: state)) == state)
  }

  @Test func namesAndValuesInAnyCase() throws {
    #expect(
      try schema.text(of: schema.parse("TYPE=Series  Order=POPULARITY\tgenre=ACTION"))
        == "type=tv sort=popularity genre=Action")
    #expect(try schema.parse("genre=\"\"") == schema.standard)
  }

  @Test func whatIsWrongIsNamedAndWhatIsMeantSuggested() {
    #expect(message("gener=Action") == "field \"gener\" is not known (did you mean \"genre\"?)")
    #expect(message("x=1") == "field \"x\" is not known; known: type, sort, genre")
    #expect(
      message("sort=populrity") == "sort: \"populrity\" is not known (did you mean \"popularity\"?)"
    )
    #expect(message("type=2026-13") == "type: \"2026-13\" is not known; known: all, movies, tv")
    #expect(message("type") == "\"type\" is not of the form name=value")
    #expect(message("=x") == "\"=x\" is not of the form name=value")
    #expect(message("type=all type=tv") == "type is given twice")
    #expect(message("genre=\"x") == "genre: the closing quote is missing")
    #expect(message("genre=\"x\"y") == "genre: a space must follow the closing quote")
    #expect(message("genre=a\u{7}b").contains("is not known"))
  }

  @Test func activeFieldsAreThoseThatNarrow() throws {
    #expect(schema.activeFields(of: try schema.parse("type=tv sort=popularity")).isEmpty)
    #expect(schema.activeFields(of: try schema.parse("genre=Action")) == ["genre"])
  }

  /// Sets a field where another has a value.
  private func rule(
    _ field: Int, _ value: String?, sets other: Int, to result: String?
  ) -> (FilterState) -> FilterState {
    { $0.values[field] == value ? $0.with(other, result) : $0 }
  }

  private func fixpoint(_ rules: [(FilterState) -> FilterState]) -> FilterFixpoint {
    FilterFixpoint(count: rules.count) { rules[$0]($1) }
  }

  @Test func invariantsRunInTheirOrderUntilNothingChanges() throws {
    // The second leads to the first: it takes another round.
    let fixpoint = fixpoint([
      rule(1, "popularity", sets: 2, to: "Action"), rule(0, "tv", sets: 1, to: "popularity"),
    ])
    let outcome = try fixpoint.settle(schema.standard.with(0, "tv"))
    #expect(schema.text(of: outcome.state) == "type=tv sort=popularity genre=Action")
    #expect(outcome.fired.map(\.invariant) == [1, 0])
    #expect(try fixpoint.settle(outcome.state).fired.isEmpty)
  }

  @Test func invariantsThatUndoEachOtherAreNamed() {
    let fixpoint = fixpoint([
      rule(2, "never", sets: 2, to: "x"), rule(0, "movies", sets: 0, to: "tv"),
      rule(0, "tv", sets: 0, to: "movies"),
    ])
    #expect(throws: FilterFixpoint.Cycle.self) {
      try fixpoint.settle(schema.standard.with(0, "tv"))
    }
    do {
      _ = try fixpoint.settle(schema.standard.with(0, "movies"))
    } catch let cycle as FilterFixpoint.Cycle {
      #expect(cycle.invariants == [1, 2])
    } catch {
      Issue.record(error)
    }
    let endless = self.fixpoint([{ $0.with(2, ($0.values[2] ?? "") + "x") }])
    #expect(throws: FilterFixpoint.Cycle.self) { try endless.settle(schema.standard) }
  }

  @Test func theSurveyFindsEveryStateAndTransition() throws {
    let fixpoint = fixpoint([
      { [schema] state in
        state.values[1] == "trending" && state.values[2] != nil
          ? state.with(1, schema.fields[1].values[1]) : state
      }
    ])
    let survey = try FilterSurvey(schema, fixpoint)
    // 3 types, of 2 sorts with no genre, 1 sort with two.
    #expect(survey.states.count == 3 * (2 + 2))
    #expect(survey.changes == 12 * 2 + 12 * 1 + 12 * 2)
    #expect(
      survey.rows == [
        FilterSurvey.Row(
          field: 1, values: ["trending"], effects: [.init(field: 1, value: "popularity")],
          invariants: [0], states: 6),
        FilterSurvey.Row(
          field: 2, values: ["Action", "Science Fiction"],
          effects: [.init(field: 1, value: "popularity")], invariants: [0], states: 3),
      ])
  }

  @Test func aSurveyHasAnEnd() {
    let many = FilterSchema(
      (0..<7).map { FilterField("f\($0)", values: (0..<10).map(String.init)) })
    #expect(throws: TooManyStates.self) { try FilterSurvey(many, fixpoint([])) }
  }
}
