internal import ScriptHost

/// A grid of items as scripts hold it.
final class GridView: LuaObject {
  private let model: KeptValue

  /// - Parameter model: what the function `new` of the script gives.
  init(_ model: KeptValue) { self.model = model }

  private func run(_ function: String, _ call: HostCall, _ arguments: any LuaResult...) throws
    -> Pushed
  {
    try call.run(GridModule.script, function, [model] + arguments)
  }

  private func run(
    _ function: String, _ context: HostContext, _ arguments: any LuaResult...
  ) async throws -> LuaValue {
    try await context.run(GridModule.script, function, [model] + arguments)
  }

  static let luaTypeName = "grid"
  static let luaType: ObjectType<GridView> = {
    var type = ObjectType<GridView>(
      "Items of one filter, page by page: one load at a time, the latest filter alone.")
    type.description { call, grid in try GridModule.shown(grid.model, call) }
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
    ) { context, grid, filter in try await grid.run("show", context, filter) }
    type.asyncMethod(
      "next_page", "Adds the next page, unless there is none or something is being loaded.",
      returns: outcome, example: "grid:next_page()"
    ) { context, grid in try await grid.run("next_page", context) }
    type.asyncMethod(
      "focus",
      "Says which item is looked at: in the last rows the next page is added, once that has been so for "
        + "the debounce.",
      Parameter("index", "from 1", Int.self), returns: outcome,
      example: "scope:spawn(function() grid:focus(17) end)"
    ) { context, grid, index in try await grid.run("focus", context, index) }
    type.asyncMethod(
      "retry", "Asks again for the page that could not be loaded.", returns: outcome,
      example: "if grid:state() == \"error\" then grid:retry() end"
    ) { context, grid in try await grid.run("retry", context) }
    type.method(
      "remove", "Takes items out: those that the service does not know any more.",
      Parameter("is_gone", "gets an item; whether it goes", LuaFunction.self),
      example: "grid:remove(function(item) return item.id == 603 end)"
    ) { call, grid, isGone -> Nothing in
      _ = try grid.run("remove", call, isGone)
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
    ) { call, grid in try grid.run("state", call) }
    type.method(
      "items", "The items that can be shown.", returns: "any[]  in order",
      example: "for _, item in ipairs(grid:items()) do print(item.title) end"
    ) { call, grid in try grid.run("items", call) }
    type.method(
      "count", "How many items can be shown.", returns: "integer  0 or more",
      example: "print(grid:count())"
    ) { call, grid in try grid.run("count", call) }
    type.method(
      "filter", "The state that was shown last.", returns: "any  as `show` got it; nil before",
      example: "print(grid:filter())"
    ) { call, grid in try grid.run("filter", call) }
    type.method(
      "failure", "Why the last page is not there.", returns: "error?  nil in every other state",
      example: "print(grid:failure().message)"
    ) { call, grid in try grid.run("failure", call) }
    type.method(
      "on_change", "Calls a function at each change, at once; it cannot wait.",
      Parameter("fn", "gets a grid.change", LuaFunction.self, as: "fun(change: grid.change)"),
      returns: "integer  what `off` takes",
      example: "grid:on_change(function(change) print(change.state, change.count) end)"
    ) { call, grid, observer in try grid.run("on_change", call, observer) }
    type.method(
      "off", "Forgets a function of on_change.",
      Parameter("id", "what on_change returned", Int.self),
      returns: "boolean  whether there was one",
      example: "grid:off(id)"
    ) { call, grid, id in try grid.run("off", call, id) }
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
}
