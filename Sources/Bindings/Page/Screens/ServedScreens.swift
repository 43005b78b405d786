public import ScriptHost

/// The parts that an engine needs to show screens to others than its own script.
public enum ServedScreens {
  /// Registers `mix.served`, by which `lib.program_screen.served` hands over what views return.
  /// - Parameter show: gets each checked tree with its screen's number, on the engine's reactor.
  public static func install(
    in engine: LuaEngine, show: @escaping @Sendable (Int, LuaValue) -> Void
  ) async {
    await engine.register("served") { make(show) }
  }

  private static func make(_ show: @escaping @Sendable (Int, LuaValue) -> Void) -> Module {
    var module = Module("served", "Hands trees to the server that shows them.")
    module.function(
      "tree", "As `mix.screen.tree`, and hands the tree over.",
      Parameter("screen", "its number", Int.self),
      Parameter("view", "a node", ValuePosition.self),
      Parameter("options", "as mix.screen.tree takes them", LuaValue.self),
      returns: "table?  the tree; nil, err when it is wrong",
      example: "local tree, err = mix.served.tree(1, {\"page\"}, {})"
    ) { call, screen, view, options in
      var actions: Set<String>?
      if case .object(let fields) = options, case .array(let names)? = fields["actions"] {
        actions = Set(names.compactMap(\.shownText))
      }
      let tree = try ScreenReader.tree(call, view.index, actions: actions ?? [])
      show(screen, tree)
      return tree
    }
    return module
  }
}
