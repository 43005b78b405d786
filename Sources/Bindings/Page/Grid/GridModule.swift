internal import ScriptHost

/// `mix.grid`: lists that grow page by page, and details of one item.
enum GridModule {
  static let script = HostScript("mix/grid")

  static func make() -> Module {
    var module = Module("grid", "Lists that grow page by page, and the details of one item.")
    module.function(
      "new", "Makes a grid that shows nothing yet.",
      Parameter(
        "load",
        "called with the filter, the page from 1, and a table of this view's own, empty at its first "
          + "page; returns items and whether there are more (without that an empty page is the last); "
          + "or nil, err",
        LuaFunction.self,
        as: "fun(filter: any, page: integer, view: table): any[]?, boolean|error|nil"),
      .options(
        .init("columns", .integer, "items a row, 1 to 1,000 (default 5)"),
        .init(
          "prefetch_rows", .integer,
          "in how many of the last rows `focus` adds a page, 0 to 1,000 (default 3)"),
        .init(
          "debounce", .duration, "how long the focus must rest before that (default 300ms)")),
      returns: "grid  empty until a filter is shown",
      example: "local grid = mix.grid.new(function(filter, page) return fetch(filter, page) end)"
    ) { call, load, options in
      let columns = try integer("columns", 1...1_000, options, call) ?? 5
      let prefetchRows = try integer("prefetch_rows", 0...1_000, options, call) ?? 3
      let debounce = options.number("debounce") ?? 0.3
      _ = try call.run(script, "new", [load, columns, prefetchRows, debounce])
      return ObjectResult(GridView(call.context.keep(call.stack, at: -1)))
    }
    module.function(
      "detail", "Makes a view of one item at a time.",
      Parameter(
        "load", "called with the key; returns the item, or nil, err", LuaFunction.self,
        as: "fun(key: any): any"),
      returns: "grid.detail  empty until an item is opened",
      example: "local detail = mix.grid.detail(function(id) return fetch_details(id) end)"
    ) { call, load in
      _ = try call.run(script, "detail", [load])
      return ObjectResult(DetailView(call.context.keep(call.stack, at: -1)))
    }
    module.type(GridView.luaType)
    module.type(DetailView.luaType)
    module.shapes(GridView.changeShape)
    return module
  }

  /// The result of `tostring` for a grid or a detail view.
  static func shown(_ model: KeptValue, _ call: HostCall) throws -> String {
    _ = try call.run(script, "shown", [model])
    return call.stack.string(-1) ?? ""
  }

  private static func integer(
    _ name: String, _ range: ClosedRange<Int>, _ options: Fields, _ call: HostCall
  ) throws -> Int? {
    guard let value = options.int(name) else { return nil }
    guard range.contains(value) else {
      throw call.badArgument(
        name, "\(range.lowerBound) to \(range.upperBound) expected, got \(value)")
    }
    return value
  }
}
