internal import CLua
internal import MixCore
internal import Reactor
internal import ScriptHost

/// A grid of items as scripts hold it.
final class GridView: LuaObject {
  typealias Model = GridModel<KeptValue, KeptValue>

  private let model: Model
  private let calls = ModelCalls()

  /// - Parameter load: called with filter, page and a table of the view's own.
  init(_ host: ScriptRun, layout: Model.Layout, load: LuaFunction) {
    let pages = Confined(GridPages(calls, load), to: host.reactor)
    model = Model(layout: layout, time: host.time, executor: host.reactor) { request in
      try await pages.value.load(request)
    }
    _ = model.observe { [unowned self] event in tell(event) }
  }

  static let luaTypeName = "grid"
  static let luaType: ObjectType<GridView> = {
    var type = ObjectType<GridView>(
      "Items of one filter, page by page: one load at a time, the latest filter alone.")
    type.description { "grid: \($0.model.state.name), \($0.model.state.items.count) items" }
    addLoading(&type)
    addLooking(&type)
    return type
  }()

  private static let outcome =
    "string  the state that it came to: loaded, exhausted, empty, error; cancelled when another call "
    + "took its place"

  private static func addLoading(_ type: inout ObjectType<GridView>) {
    type.asyncMethod(
      "show", "Shows a filter from its first page; cancels the loading for another.",
      Parameter("filter", "anything; load gets it", KeptValue.self), returns: outcome,
      example: "grid:show(filter:initial())"
    ) { context, grid, filter in
      try await grid.run(context) { await grid.model.show(filter) }
    }
    type.asyncMethod(
      "next_page", "Adds the next page, unless there is none or something is being loaded.",
      returns: outcome, example: "grid:next_page()"
    ) { context, grid in
      try await grid.run(context) { await grid.model.loadNextPage() }
    }
    type.asyncMethod(
      "focus",
      "Says which item is looked at: in the last rows the next page is added, once that has been so for "
        + "the debounce.",
      Parameter("index", "from 1", Int.self), returns: outcome,
      example: "scope:spawn(function() grid:focus(17) end)"
    ) { context, grid, index in
      try await grid.run(context) { await grid.model.focus(max(1, index) - 1) }
    }
    type.asyncMethod(
      "retry", "Asks again for the page that could not be loaded.", returns: outcome,
      example: "if grid:state() == \"error\" then grid:retry() end"
    ) { context, grid in
      try await grid.run(context) { await grid.model.retry() }
    }
    type.method(
      "remove", "Takes items out: those that the service does not know any more.",
      Parameter("is_gone", "gets an item; whether it goes", LuaFunction.self),
      example: "grid:remove(function(item) return item.id == 603 end)"
    ) { call, grid, isGone -> Nothing in
      try grid.remove(isGone, call)
      return Nothing()
    }
  }

  private static func addLooking(_ type: inout ObjectType<GridView>) {
    type.method(
      "state", "The state that it shows.",
      returns:
        "\"idle\"|\"loadingInitial\"|\"loaded\"|\"loadingNextPage\"|\"exhausted\"|\"error\"|\"empty\"  "
        + "exhausted: all there is; error: what came before is still there",
      example: "print(grid:state())"
    ) { _, grid in grid.model.state.name }
    type.method(
      "items", "The items that can be shown.", returns: "any[]  in order",
      example: "for _, item in ipairs(grid:items()) do print(item.title) end"
    ) { _, grid in KeptList(grid.model.state.items) }
    type.method(
      "count", "How many items can be shown.", returns: "integer  0 or more",
      example: "print(grid:count())"
    ) { _, grid in grid.model.state.items.count }
    type.method(
      "filter", "The state that was shown last.", returns: "any  as `show` got it; nil before",
      example: "print(grid:filter())"
    ) { _, grid in grid.model.filter }
    type.method(
      "failure", "Why the last page is not there.", returns: "error?  nil in every other state",
      example: "print(grid:failure().message)"
    ) { _, grid in grid.model.state.failure.map(ErrorResult.init) }
    type.method(
      "on_change", "Calls a function at each change, at once; it cannot wait.",
      Parameter("fn", "gets a grid.change", LuaFunction.self, as: "fun(change: grid.change)"),
      returns: "integer  what `off` takes",
      example: "grid:on_change(function(change) print(change.state, change.count) end)"
    ) { _, grid, observer in grid.calls.add(observer) }
    type.method(
      "off", "Forgets a function of on_change.",
      Parameter("id", "what on_change returned", Int.self),
      returns: "boolean  whether there was one",
      example: "grid:off(id)"
    ) { _, grid, id in grid.calls.remove(id) }
  }

  static let changeShape = Shape(
    "grid.change", "A grid's message to its observers.",
    [
      .init(
        "event", "\"changed\"|\"cancelled\"",
        "cancelled: a load was given up, for another filter or with its caller"),
      .init("state", "string", "the grid's state"),
      .init("count", "integer", "how many items can be shown"),
      .init("filter", "any", "the filter; of a load that was given up its own"),
      .init("error", "error?", "why the last page is not there"),
    ])

  // MARK: Calls

  private func run(
    _ context: HostContext, _ body: () async -> LoadOutcome
  ) async throws -> String {
    let outcome = try await calls.within(context) { await body() }
    // A caller that was cancelled ends here; one that was superseded continues.
    try Task.checkCancellation()
    return outcome == .cancelled ? outcome.rawValue : model.state.name
  }

  private func remove(_ isGone: LuaFunction, _ call: HostCall) throws {
    let context = call.context
    var raised: (any Error)?
    try calls.within(context) {
      model.remove { item in
        guard raised == nil else { return false }
        do {
          isGone.push(call.stack)
          item.push(call.stack)
          try context.callNow(on: call.stack, arguments: 1, results: 1)
          defer { call.stack.pop() }
          return call.stack.boolean(-1) ?? false
        } catch {
          raised = error
          return false
        }
      }
    }
    if let raised { throw raised }
  }

  private func tell(_ event: GridEvent<KeptValue, KeptValue>) {
    let (name, filter) =
      switch event {
      case .changed: ("changed", model.filter)
      case .cancelled(let filter): ("cancelled", filter)
      }
    let state = model.state
    calls.tell { stack, context in
      stack.push(
        .object([
          "event": .string(name), "state": .string(state.name),
          "count": .int(Int64(state.items.count)),
        ]))
      if let filter {
        filter.push(stack)
        stack.setRawField(-2, "filter")
      }
      if let failure = state.failure {
        context.push(failure, stack)
        stack.setRawField(-2, "error")
      }
    }
  }
}

/// Kept values as a list.
struct KeptList: LuaResult {
  private let values: [KeptValue]

  init(_ values: [KeptValue]) { self.values = values }

  func push(_ call: HostCall) throws -> Int32 { try values.push(call) }
}

/// Asks a script's function for the pages of a grid.
final class GridPages {
  private let calls: ModelCalls
  private let function: LuaFunction
  /// The table of the latest view.
  private var view: (number: Int, table: LuaTable)?

  init(_ calls: ModelCalls, _ function: LuaFunction) {
    self.calls = calls
    self.function = function
  }

  /// - Throws: what the function raises, or returns as its error.
  func load(_ request: GridView.Model.Request) async throws -> GridPage<KeptValue> {
    guard let context = calls.current else { throw CancellationError() }
    let arguments: [any LuaResult] = [
      request.filter, request.page, table(request.view, context),
    ]
    return try await context.call(function, arguments) { stack, count in
      let first = stack.count - count + 1
      if count >= 2, let error = context.error(stack, at: first + 1) { throw error }
      guard count >= 1, !stack.isNoneOrNil(first) else { return GridPage([], isLast: true) }
      guard stack.kind(first) == .table else {
        throw HostError.usage("load returns a list of items, not \(stack.typeName(first))")
      }
      let items = stride(from: 1, through: stack.rawLength(first), by: 1).map { position in
        stack.pushRawElement(first, position)
        defer { stack.pop() }
        return context.keep(stack, at: -1)
      }
      let more = count >= 2 ? stack.boolean(first + 1) : nil
      return GridPage(items, isLast: !(more ?? !items.isEmpty))
    }
  }

  /// Pages of one view share a table; a late page of an older one gets one of its own.
  private func table(_ number: Int, _ context: HostContext) -> LuaTable {
    if let view, view.number == number { return view.table }
    let table = context.makeTable()
    if number > view?.number ?? 0 { view = (number, table) }
    return table
  }
}
