internal import MixCore
internal import Reactor
internal import ScriptHost

/// `mix.library.edit`.
enum LibraryEditFunction {
  static func add(_ module: inout Module, _ host: any StoreHost) {
    module.asyncFunction(
      "edit",
      "Changes what the user says of a work: fields of files and providers are replaced, and no provider replaces them again; mix.library.undo takes it back.",
      Parameter("id", "the work's number", Int64.self),
      Parameter("fields", "a record; nil: none", LuaValue.self),
      .options(
        .init(
          "clear", .texts, "fields to take away, such as year or identifiers.isbn10"),
        .init(
          "forget", .flag, "take away what anybody but the user has said (default false)"),
        .init("status", .text, "the new status; its candidates, score and error go")),
      returns:
        "table  {changed = names of the fields that changed}; nil, err when there is no such work",
      example: "mix.library.edit(7, {title = \"Dune\"}, {clear = {\"year\"}, status = \"pending\"})"
    ) { context, id, fields, options -> LuaValue in
      try context.checkMayChangeData()
      let record =
        fields == .nil ? WorkRecord() : try RecordReader.read(fields, requiresTitle: false)
      var update = WorkUpdate(id, record, source: "user")
      update.isUsers = true
      update.cleared = Set(options.texts("clear"))
      update.forgets = options.bool("forget") ?? false
      update.status = try options.string("status").map(LibraryFilter.status)
      let final = update
      let now = host.time.wall
      let results = try await host.stores.run { try $0.library.merge([final], now: now) }
      guard let result = results.first else { throw LibraryFilter.noWork(id) }
      return .object(["changed": .array(result.changed.map(LuaValue.string))])
    }
  }
}
