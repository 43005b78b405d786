internal import MixCore
internal import ScriptHost

/// `mix.store`: a program's own collections.
enum StoreModule {
  static func make(_ host: any StoreHost) -> Module {
    var module = Module(
      "store", "A program's own collections of records, which its manifest declares.",
      rules: .refused("keeps records"))
    module.asyncFunction(
      "open", "Opens a collection of the program that runs, or, to read it, one of another.",
      Parameter(
        "name",
        "as `collections` in program.lua names it, also with the program: \"feed.videos\"; of another program if "
          + "`records` among the grants has it",
        String.self),
      returns: "store.collection  its records",
      example: "local episodes = mix.store.open(\"episodes\")",
      ready: { _, name -> ObjectResult<StoreCollection>? in
        try host.store.known(name).map { ObjectResult($0) }
      }
    ) { context, name -> ObjectResult<StoreCollection> in
      do { return ObjectResult(try await host.store.open(name, context)) } catch {
        throw HostError.raising(error)
      }
    }
    module.asyncFunction(
      "transaction",
      "Runs a function whose changes to collections are saved together, or not at all when it raises an "
        + "error or is stopped. Nothing in it can wait.",
      Parameter("fn", "what to do", LuaFunction.self),
      returns: "any  the function's first result; nil, err when it cannot be saved",
      example: "mix.store.transaction(function() feeds:put(feed); episodes:put(list) end)",
      ready: { _, _ -> KeptValue? in
        guard host.store.transaction != nil else { return nil }
        throw HostError.usage("mix.store.transaction: one transaction cannot begin within another")
      }
    ) { context, fn -> KeptValue in
      try context.checkMayChangeData()
      return try await host.store.transact(fn, context)
    }
    module.type(StoreCollection.luaType)
    return module
  }
}
