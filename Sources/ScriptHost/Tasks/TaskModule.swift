internal import CLua

/// `mix.task`: structured concurrency. Children belong to the call that starts them: a failure
/// passes up, a cancellation passes down, no child outlives the call.
public enum TaskModule {
  /// Children that `map` runs concurrently by default.
  static let defaultLimit = 6
  /// Most concurrent children of a `map`, because they are all started in one step.
  static let mostLimit = 10_000

  /// The module's registration.
  public static func make() -> Module {
    var module = Module(
      "task", "Structured concurrency: children never outlive the call that starts them.",
      rules: .refused("waits"))
    addMap(&module)
    addAll(&module)
    addRace(&module)
    addScope(&module)
    addTimeout(&module)
    addLimit(&module)
    addSleep(&module)
    addCancel(&module)
    TaskSignals.add(&module)
    module.type(TaskScope.luaType)
    module.type(TaskHandle.luaType)
    return module
  }

  private static func addMap(_ module: inout Module) {
    module.asyncFunction(
      "map", "Calls a function for each element, several at a time; results keep the order.",
      Parameter("list", "the elements", LuaTable.self, as: "any[]"),
      Parameter(
        "options", "what may be set, or the function", ValueOrFunction.self,
        fields: ValueOrFunction.fields),
      Parameter("fn", "called with the element and its position", LuaFunction?.self),
      returns:
        "any[]  the first result of each call (nil leaves a gap); what the first failing call raises "
        + "cancels the rest and is raised",
      example:
        "local pages = mix.task.map(urls, {limit = 4}, function(url) return assert(mix.http.get(url)) end)"
    ) { context, list, options, fn in
      guard let fn = fn ?? options.function else {
        throw HostError.usage("bad argument 'fn' to mix.task.map: function expected, got nil")
      }
      return try await map(context, list, limit: options.limit, fn)
    }
  }

  /// Runs `limit` children at a time; each that ends starts the next.
  private static func map(
    _ context: HostContext, _ list: LuaTable, limit: Int, _ fn: LuaFunction
  ) async throws -> LuaTable {
    let state = context.state
    let count = try list.count(state.main)
    clua_newtable(state.main.pointer)
    ArrayMark.mark(state.main)
    let results = LuaTable(popping: state.main, state: state)
    let nursery = try Nursery(context)
    let positions = Positions()
    for _ in 0..<min(limit, count) {
      let series = Nursery.Series(arguments: 2) {
        guard let position = positions.next(upTo: count) else { return nil }
        let child = nursery.makeChild("task.map", position, of: count)
        fn.push(child.stack)
        list.pushElement(position, child.stack)
        child.stack.push(Int64(position))
        return child
      } onSuccess: { child, found in
        lua_settop(child.thread.pointer, child.stack.count - found + min(found, 1))
        if found > 0 { results.setElement(Int(child.number), child.stack) }
      }
      nursery.start(series)
    }
    try await nursery.finish()
    return results
  }

  /// Counts through the positions of a list. An object, because a variable that closures share is
  /// checked for exclusive access at each read.
  private final class Positions {
    private var last = 0

    func next(upTo count: Int) -> Int? {
      guard last < count else { return nil }
      last += 1
      return last
    }
  }

  private static func addAll(_ module: inout Module) {
    module.asyncFunction(
      "all", "Runs functions at once and waits for all of them.",
      Parameter("functions", "what to run", [LuaFunction].self),
      returns:
        "any[]  the first result of each, in order; the first failure cancels the rest and is raised",
      example: "local r = mix.task.all{function() return a() end, function() return b() end}"
    ) { context, functions in
      let state = context.state
      clua_newtable(state.main.pointer)
      ArrayMark.mark(state.main)
      let results = LuaTable(popping: state.main, state: state)
      let nursery = try Nursery(context)
      for (index, fn) in functions.enumerated() {
        let child = nursery.makeChild("task.all", index + 1, of: functions.count)
        fn.push(child.stack)
        nursery.start(child, arguments: 0) { child, _, result in
          guard case .success(let found) = result, found > 0 else { return }
          lua_settop(child.thread.pointer, child.stack.count - found + 1)
          results.setElement(index + 1, child.stack)
        }
      }
      try await nursery.finish()
      return results
    }
  }

  private static func addRace(_ module: inout Module) {
    module.asyncFunction(
      "race", "Runs functions at once; the first to end decides, the others are cancelled.",
      Parameter("functions", "what to run, at least one", [LuaFunction].self),
      returns: "any…  the results of the first to end; its failure is raised",
      example:
        "local page = mix.task.race{function() return get(a) end, function() return get(b) end}"
    ) { context, functions -> Several in
      guard !functions.isEmpty else {
        throw HostError.usage("mix.task.race needs at least one function")
      }
      let winner = Winner()
      let nursery = try Nursery(context)
      for (index, fn) in functions.enumerated() {
        let child = nursery.makeChild("task.race", index + 1, of: functions.count)
        fn.push(child.stack)
        nursery.start(child, arguments: 0) { child, state, result in
          guard winner.values == nil, case .success(let count) = result else { return }
          winner.take(count, child.stack, state)
          nursery.cancelAll()
        }
      }
      do {
        try await nursery.finish()
      } catch  where winner.values != nil && !Task.isCancelled && !(error is any ScriptEnd) {
        // A loser's failure does not matter after a child has won.
      }
      return Several(winner.values ?? [])
    }
  }

  private static func addCancel(_ module: inout Module) {
    module.function(
      "cancel",
      "Cancels a task, or the calling one: at its next wait it ends, and pcall cannot stop that.",
      Parameter(
        "task", "a task that a scope started; missing: the calling task",
        ObjectArgument<TaskHandle>?.self),
      example: "mix.task.cancel(t)"
    ) { call, handle -> Nothing in
      if let handle {
        handle.object.cancel()
        return Nothing()
      }
      call.state.current?.cancelItself()
      throw CancellationError()
    }
  }

  private static func addScope(_ module: inout Module) {
    module.asyncFunction(
      "scope", "Runs a function that may start tasks with s:spawn(fn, …); waits for all of them.",
      Parameter("fn", "called with the scope", LuaFunction.self),
      returns:
        "any…  the function's results; a failure of any task cancels the others and is raised",
      example: "mix.task.scope(function(s) s:spawn(work, 1); s:spawn(work, 2) end)"
    ) { context, fn -> Several in
      let nursery = try Nursery(context)
      let scope = TaskScope(nursery)
      let winner = Winner()
      let body = nursery.makeChild("task.scope")
      fn.push(body.stack)
      _ = ObjectResult(scope).push(
        HostCall(stack: body.stack, state: context.state, function: scope.function))
      nursery.start(body, arguments: 1) { body, state, result in
        guard case .success(let count) = result else { return }
        winner.take(count, body.stack, state)
      }
      defer { scope.close() }
      try await nursery.finish()
      return Several(winner.values ?? [])
    }
  }
}

/// `map`'s second argument: options, or the function itself.
struct ValueOrFunction: LuaArgument {
  static var luaTypeName: String { "table|function" }
  static let fields = [
    Shape.Field(
      "limit", .integer(from: 1), "children at once, 1 or more (default 6, never more than 10000)")
  ]
  let function: LuaFunction?
  private let options: Fields?

  static func read(_ call: HostCall, _ index: Int32) throws -> ValueOrFunction? {
    if let function = LuaFunction.read(call, index) {
      return ValueOrFunction(function: function, options: nil)
    }
    return ValueOrFunction(
      function: nil, options: try Shape("options", "", fields).readOptions(call, index, "options"))
  }

  var limit: Int { min(options?.int("limit") ?? TaskModule.defaultLimit, TaskModule.mostLimit) }
}

/// The results of the child that finishes first.
final class Winner {
  private(set) var values: [any LuaResult]?

  /// Keeps the top `count` values by reference, so that functions and objects stay the same.
  func take(_ count: Int32, _ stack: LuaStack, _ state: ScriptState) {
    values = (0..<count).map { offset in
      KeptValue(
        popping: LuaReference.copy(stack, stack.count - count + 1 + offset), state: state)
    }
  }
}
