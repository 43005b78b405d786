import Reactor
import Testing

@testable import MixCore

@MainActor @Suite("Grid: states and loads") struct GridModelTests {
  private typealias Model = GridModel<Int, String>
  private let time = ManualTime()
  private let gate = LoadGate()

  /// Pages of ten, three of them, each let through by the gate as `filter/page`.
  private func makeRig(
    pages: Int = 3, size: Int = 10, ignoresCancellation: Bool = false,
    _ change: (inout Model.Layout) -> Void = { _ in }
  ) -> ModelRig<Model> {
    var layout = Model.Layout()
    change(&layout)
    let gate = gate
    let model = Model(layout: layout, time: time) { request in
      do { try await gate.pass("\(request.filter)/\(request.page)") } catch {
        if !(ignoresCancellation && error is CancellationError) { throw error }
      }
      let first = (request.page - 1) * size
      return GridPage(Array(first..<first + size), isLast: request.page == pages)
    }
    let rig = ModelRig(model)
    let log = rig.log
    _ = model.observe { event in
      switch event {
      case .changed(let state): log.lines.append("\(state.name) \(state.items.count)")
      case .cancelled(let filter): log.lines.append("cancelled \(filter)")
      }
    }
    return rig
  }

  private func shown(_ filter: String, by rig: ModelRig<Model>) async {
    let showing = rig.start { await $0.show(filter) }
    await gate.begins("\(filter)/1")
    gate.end("\(filter)/1")
    _ = await showing.value
  }

  @Test func pagesUntilTheEnd() async {
    let rig = makeRig()
    let (model, log) = (rig.model, rig.log)
    #expect(model.state.name == "idle")
    await shown("a", by: rig)
    for page in 2...3 {
      let loading = rig.start { await $0.loadNextPage() }
      await gate.begins("a/\(page)")
      #expect(await model.loadNextPage() == .idle, "one load at a time")
      gate.end("a/\(page)")
      #expect(await loading.value == .done)
    }
    #expect(
      log.lines == [
        "loadingInitial 0", "loaded 10", "loadingNextPage 10", "loaded 20", "loadingNextPage 20",
        "exhausted 30",
      ])
    #expect(model.state.items == Array(0..<30))
    #expect(await model.loadNextPage() == .idle)
  }

  @Test func tenChangesOneLoad() async {
    let rig = makeRig()
    let (model, log) = (rig.model, rig.log)
    let calls = (0..<10).map { number in rig.start { await $0.show("f\(number)") } }
    await gate.begins("f9/1")
    gate.end("f9/1")
    var outcomes: [LoadOutcome: Int] = [:]
    for call in calls { outcomes[await call.value, default: 0] += 1 }
    #expect(outcomes == [.done: 1, .cancelled: 9])
    #expect(gate.cancelled.count + (10 - gate.begun.count) == 9, "aborted or never begun")
    #expect(log.lines.count { $0.hasPrefix("cancelled") } == 9)
    // Those that were cancelled may say so after it.
    #expect(log.lines.filter { !$0.hasPrefix("cancelled") }.last == "loaded 10")
    #expect(model.state.name == "loaded" && model.filter == "f9")
  }

  @Test func aLateAnswerOfAnOldFilterNeverLands() async {
    let rig = makeRig(ignoresCancellation: true)
    let (model, log) = (rig.model, rig.log)
    let old = rig.start { await $0.show("old") }
    await gate.begins("old/1")
    let new = rig.start { await $0.show("new") }
    await gate.begins("new/1")
    // The old load has been cancelled and still answers.
    #expect(await old.value == .cancelled)
    #expect(model.state.name == "loadingInitial")
    gate.end("new/1")
    #expect(await new.value == .done)
    #expect(model.filter == "new")
    #expect(log.lines == ["loadingInitial 0", "loadingInitial 0", "cancelled old", "loaded 10"])
  }

  @Test func aNewFilterResetsThePages() async {
    let rig = makeRig()
    let model = rig.model
    await shown("a", by: rig)
    let next = rig.start { await $0.loadNextPage() }
    await gate.begins("a/2")
    let other = rig.start { await $0.show("b") }
    await gate.begins("b/1")
    gate.end("b/1")
    #expect(await next.value == .cancelled)
    #expect(await other.value == .done)
    #expect(model.state.items == Array(0..<10))
  }

  @Test func anErrorKeepsWhatWasThere() async {
    let rig = makeRig()
    let model = rig.model
    let first = rig.start { await $0.show("a") }
    await gate.begins("a/1")
    gate.end("a/1", throwing: PageFailure(page: 1))
    _ = await first.value
    guard case .error(lastGood: nil, let error) = model.state else {
      Issue.record("\(model.state)")
      return
    }
    #expect(error is PageFailure)
    let again = rig.start { await $0.retry() }
    await gate.begins("a/1")
    gate.end("a/1")
    _ = await again.value
    let next = rig.start { await $0.loadNextPage() }
    await gate.begins("a/2")
    gate.end("a/2", throwing: PageFailure(page: 2))
    _ = await next.value
    guard case .error(lastGood: let items?, _) = model.state else {
      Issue.record("\(model.state)")
      return
    }
    #expect(items == Array(0..<10))
    #expect(await model.loadNextPage() == .idle, "only retry asks again")
    let retried = rig.start { await $0.retry() }
    await gate.begins("a/2")
    gate.end("a/2")
    _ = await retried.value
    #expect(model.state.items == Array(0..<20))
  }

  @Test func nothingFits() async {
    let model = Model(time: time) { request in GridPage([], isLast: request.page == 4) }
    _ = await model.show("a")
    guard case .empty("a") = model.state else {
      Issue.record("\(model.state)")
      return
    }
    let endless = Model(time: time) { _ in GridPage([], isLast: false) }
    #expect(await endless.show("b") == .done)
    #expect(endless.state.name == "empty")
  }

  @Test func emptyPagesArePassedOver() async {
    let model = Model(time: time) { request in
      GridPage(request.page == 3 ? [7] : [], isLast: false)
    }
    _ = await model.show("a")
    #expect(model.state.name == "loaded" && model.state.items == [7])
  }

  @Test func focusNearTheEndLoadsOnceItRests() async {
    let rig = makeRig(size: 40)
    let model = rig.model
    await shown("a", by: rig)
    // 40 items in rows of 5: the last three rows begin at 25.
    #expect(await model.focus(24) == .idle)
    let early = rig.start { await $0.focus(25) }
    while time.sleeperCount < 1 { await Task.yield() }
    time.advance(by: .milliseconds(200))
    let late = rig.start { await $0.focus(30) }
    while time.sleeperCount < 2 { await Task.yield() }
    time.advance(by: .milliseconds(299))
    #expect(await early.value == .cancelled, "the focus moved on")
    #expect(gate.begun == ["a/1"])
    time.advance(by: .milliseconds(1))
    await gate.begins("a/2")
    gate.end("a/2")
    #expect(await late.value == .done)
    #expect(model.state.items.count == 80)
  }

  @Test func aFilterChangeEndsTheWaitOfTheFocus() async {
    let rig = makeRig()
    await shown("a", by: rig)
    let focus = rig.start { await $0.focus(9) }
    while time.sleeperCount < 1 { await Task.yield() }
    await shown("b", by: rig)
    time.advance(by: .seconds(1))
    #expect(await focus.value == .cancelled)
    #expect(gate.begun == ["a/1", "b/1"])
  }

  @Test func aCancelledCallerLeavesWhatWasThere() async {
    let rig = makeRig()
    let (model, log) = (rig.model, rig.log)
    let first = rig.start { await $0.show("a") }
    await gate.begins("a/1")
    first.cancel()
    #expect(await first.value == .cancelled)
    #expect(model.state.name == "idle")
    await shown("a", by: rig)
    let next = rig.start { await $0.loadNextPage() }
    await gate.begins("a/2")
    next.cancel()
    #expect(await next.value == .cancelled)
    #expect(model.state.name == "loaded" && model.state.items.count == 10)
    #expect(log.lines.last == "cancelled a")
  }

  @Test func whatIsGoneIsTakenOut() async {
    let rig = makeRig(pages: 1)
    let model = rig.model
    await shown("a", by: rig)
    model.remove { $0 == 3 }
    #expect(model.state.items.count == 9 && model.state.name == "exhausted")
    model.remove { _ in true }
    #expect(model.state.name == "empty")
  }

  @Test func anObserverMayLeave() async {
    let rig = makeRig(pages: 1)
    let (model, log) = (rig.model, rig.log)
    let other = EventLines()
    let id = model.observe { _ in other.lines.append("told") }
    model.stopObserving(id)
    await shown("a", by: rig)
    #expect(other.lines.isEmpty && log.lines.count == 2)
  }
}
