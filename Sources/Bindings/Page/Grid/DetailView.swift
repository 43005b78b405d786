internal import ScriptHost

/// The detail view of one item at a time, as scripts hold it.
final class DetailView: LuaObject {
  private let model: KeptValue

  /// - Parameter model: what the function `detail` of the script gives.
  init(_ model: KeptValue) { self.model = model }

  private func run(_ function: String, _ call: HostCall, _ arguments: any LuaResult...) throws
    -> Pushed
  {
    try call.run(GridModule.script, function, [model] + arguments)
  }

  static let luaTypeName = "grid.detail"
  static let luaType: ObjectType<DetailView> = {
    var type = ObjectType<DetailView>("One item at a time: the latest that was opened.")
    type.description { call, view in try GridModule.shown(view.model, call) }
    let outcome = "string  loaded or error; cancelled when another item was opened meanwhile"
    type.asyncMethod(
      "open", "Opens an item; cancels the loading of another.",
      Parameter("key", "anything but nil; load gets it", KeptValue.self),
      Parameter(
        "partial", "what is known already: shown meanwhile, and when it fails", KeptValue.self,
        as: "any?"),
      returns: outcome, example: "detail:open(\"movie/603\", summary)"
    ) { context, view, key, partial in
      try await context.run(GridModule.script, "open", [view.model, key, partial])
    }
    type.asyncMethod(
      "retry", "Asks again for the item that could not be loaded.", returns: outcome,
      example: "detail:retry()"
    ) { context, view in try await context.run(GridModule.script, "open_again", [view.model]) }
    type.method("close", "Shows nothing; cancels the loading.", example: "detail:close()") {
      call, view -> Nothing in
      _ = try view.run("close", call)
      return Nothing()
    }
    type.method(
      "state", "The state that it shows.",
      returns: "\"idle\"|\"loading\"|\"loaded\"|\"error\"  error: what was known is still there",
      example: "print(detail:state())"
    ) { call, view in try view.run("state", call) }
    type.method(
      "value", "The item, or the part of it that was known before.", returns: "any  or nil",
      example: "print(detail:value().title)"
    ) { call, view in try view.run("value", call) }
    type.method(
      "failure", "Why the item is not there.", returns: "error?  nil in every other state",
      example: "print(detail:failure().message)"
    ) { call, view in try view.run("failure", call) }
    type.method(
      "on_change", "Calls a function at each change, at once; it cannot wait.",
      Parameter("fn", "gets the state's name", LuaFunction.self, as: "fun(state: string)"),
      returns: "integer  what `off` takes", example: "detail:on_change(print)"
    ) { call, view, observer in try view.run("on_change", call, observer) }
    type.method(
      "off", "Forgets a function of on_change.",
      Parameter("id", "what on_change returned", Int.self),
      returns: "boolean  whether there was one", example: "detail:off(id)"
    ) { call, view, id in try view.run("off", call, id) }
    return type
  }()
}
