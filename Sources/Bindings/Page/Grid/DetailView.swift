internal import MixCore
internal import Reactor
internal import ScriptHost

/// The detail view of one item at a time, as scripts hold it.
final class DetailView: LuaObject {
  private let model: DetailModel<KeptValue, KeptValue>
  private let calls = ModelCalls()

  /// - Parameter load: called with the key.
  init(_ host: ScriptRun, load: LuaFunction) {
    let calls = Confined(calls, to: host.reactor)
    model = DetailModel(executor: host.reactor) { key in
      guard let context = calls.value.current else { throw CancellationError() }
      return try await context.call(load, [key]) { stack, count in
        let first = stack.count - count + 1
        if count >= 2, let error = context.error(stack, at: first + 1) { throw error }
        guard count >= 1, !stack.isNoneOrNil(first) else {
          throw HostError(kind: "not_found", message: "there is no such item")
        }
        return context.keep(stack, at: first)
      }
    }
    _ = model.observe { [unowned self] state in tell(state) }
  }

  static let luaTypeName = "grid.detail"
  static let luaType: ObjectType<DetailView> = {
    var type = ObjectType<DetailView>("One item at a time: the latest that was opened.")
    type.description { "detail: \($0.model.state.name)" }
    let outcome = "string  loaded or error; cancelled when another item was opened meanwhile"
    type.asyncMethod(
      "open", "Opens an item; cancels the loading of another.",
      Parameter("key", "anything but nil; load gets it", KeptValue.self),
      Parameter(
        "partial", "what is known already: shown meanwhile, and when it fails", KeptValue.self,
        as: "any?"),
      returns: outcome, example: "detail:open(\"movie/603\", summary)"
    ) { context, view, key, partial in
      try await view.run(context) { await view.model.open(key, partial: partial) }
    }
    type.asyncMethod(
      "retry", "Asks again for the item that could not be loaded.", returns: outcome,
      example: "detail:retry()"
    ) { context, view in
      try await view.run(context) { await view.model.retry() }
    }
    type.method("close", "Shows nothing; cancels the loading.", example: "detail:close()") {
      call, view -> Nothing in
      try view.calls.within(call.context) { view.model.close() }
      return Nothing()
    }
    type.method(
      "state", "The state that it shows.",
      returns: "\"idle\"|\"loading\"|\"loaded\"|\"error\"  error: what was known is still there",
      example: "print(detail:state())"
    ) { _, view in view.model.state.name }
    type.method(
      "value", "The item, or the part of it that was known before.", returns: "any  or nil",
      example: "print(detail:value().title)"
    ) { _, view in view.model.state.detail }
    type.method(
      "failure", "Why the item is not there.", returns: "error?  nil in every other state",
      example: "print(detail:failure().message)"
    ) { _, view in view.model.state.failure.map(ErrorResult.init) }
    type.method(
      "on_change", "Calls a function at each change, at once; it cannot wait.",
      Parameter("fn", "gets the state's name", LuaFunction.self, as: "fun(state: string)"),
      returns: "integer  what `off` takes", example: "detail:on_change(print)"
    ) { _, view, observer in view.calls.add(observer) }
    type.method(
      "off", "Forgets a function of on_change.",
      Parameter("id", "what on_change returned", Int.self),
      returns: "boolean  whether there was one", example: "detail:off(id)"
    ) { _, view, id in view.calls.remove(id) }
    return type
  }()

  private func run(
    _ context: HostContext, _ body: () async -> LoadOutcome
  ) async throws -> String {
    let outcome = try await calls.within(context) { await body() }
    try Task.checkCancellation()
    return outcome == .cancelled ? outcome.rawValue : model.state.name
  }

  private func tell(_ state: DetailState<KeptValue>) {
    calls.tell { stack, _ in stack.push(state.name) }
  }
}
