internal import MixCore
internal import ScriptHost

/// `mix.merge`: sources in pages merged into one order.
enum MergeModule {
  static func make() -> Module {
    var module = Module("merge", "Merges lists, iterators and pages of services into one order.")
    module.function(
      "sorted",
      "Merges sources, each in order, into one order. Pages are fetched when they are needed.",
      Parameter(
        "sources", "lists, iterators (functions that give the next item), or merge.source tables",
        TablePosition.self, as: "any[][]|merge.source[]|function[]"),
      Parameter(
        "options", "what may be set", MergeOptions.self, fields: MergeOptions.fields),
      returns: "merge.list  to be walked over, or read by take",
      example: "for film in mix.merge.sorted({new, old}, {by = \"-date\"}) do print(film.title) end"
    ) { call, sources, options in
      ObjectResult(try MergedList(call, sources: sources.index, options))
    }
    module.type(MergedList.luaType)
    module.shapes(MergeOptions.keyShape, ScriptSource.shape, MergeFailure.shape)
    return module
  }
}
