import Testing

@testable import MixCore

@MainActor @Suite("Grid: details") struct DetailModelTests {
  private let gate = LoadGate()

  private func makeRig() -> ModelRig<DetailModel<Int, String>> {
    let gate = gate
    return ModelRig(
      DetailModel { key in
        try await gate.pass("\(key)")
        return "detail \(key)"
      })
  }

  @Test func theLatestThatWasOpened() async {
    let rig = makeRig()
    let model = rig.model
    var states: [String] = []
    _ = model.observe { states.append($0.name) }
    let first = rig.start { await $0.open(1, partial: "summary 1") }
    await gate.begins("1")
    #expect(model.state.detail == "summary 1")
    let second = rig.start { await $0.open(2) }
    await gate.begins("2")
    #expect(await first.value == .cancelled)
    gate.end("2")
    #expect(await second.value == .done)
    #expect(model.state.detail == "detail 2" && model.key == 2)
    #expect(states == ["loading", "loading", "loaded"])
    #expect(gate.cancelled == ["1"])
  }

  @Test func aFailureShowsWhatIsKnown() async {
    let rig = makeRig()
    let model = rig.model
    let opening = rig.start { await $0.open(1, partial: "summary 1") }
    await gate.begins("1")
    gate.end("1", throwing: PageFailure(page: 1))
    #expect(await opening.value == .done)
    #expect(model.state.name == "error" && model.state.detail == "summary 1")
    #expect(model.state.failure is PageFailure)
    let again = rig.start { await $0.retry() }
    await gate.begins("1")
    gate.end("1")
    _ = await again.value
    #expect(model.state.detail == "detail 1")
    model.close()
    #expect(model.state.name == "idle" && model.key == nil)
    #expect(await model.retry() == .idle)
  }
}
