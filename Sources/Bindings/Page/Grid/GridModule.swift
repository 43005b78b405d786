internal import MixCore
internal import Reactor
internal import ScriptHost

/// `mix.grid`: lists that grow page by page, and details of one item.
enum GridModule {
  static func make(_ host: ScriptRun) -> Module {
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
      ObjectResult(GridView(host, layout: try layout(options, call), load: load))
    }
    module.function(
      "detail", "Makes a view of one item at a time.",
      Parameter(
        "load", "called with the key; returns the item, or nil, err", LuaFunction.self,
        as: "fun(key: any): any"),
      returns: "grid.detail  empty until an item is opened",
      example: "local detail = mix.grid.detail(function(id) return fetch_details(id) end)"
    ) { _, load in ObjectResult(DetailView(host, load: load)) }
    module.type(GridView.luaType)
    module.type(DetailView.luaType)
    module.shapes(GridView.changeShape)
    return module
  }

  private static func layout(_ options: Fields, _ call: HostCall) throws -> GridView.Model.Layout {
    var layout = GridView.Model.Layout()
    layout.columns = try integer("columns", 1...1_000, options, call) ?? layout.columns
    layout.prefetchRows =
      try integer("prefetch_rows", 0...1_000, options, call) ?? layout.prefetchRows
    if let debounce = options.number("debounce") { layout.debounce = .seconds(clamping: debounce) }
    return layout
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
