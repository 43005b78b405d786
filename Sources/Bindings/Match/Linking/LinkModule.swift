internal import Files
internal import MixCore
internal import ScriptHost

/// `mix.link`: tables that are larger than memory, and which of their rows belong together.
enum LinkModule {
  static func make(_ host: any RulesHost) -> Module {
    var module = Module(
      "link", "Which rows of large tables belong together: an index of blocking keys on disk.",
      rules: .refused("keeps tables in files"))
    module.asyncFunction(
      "open", "Opens a file for the rows, keys and decisions of one run, or makes it.",
      Parameter("path", "of the file, such as mix.fs.data(\"linking/run.sqlite\")", String.self),
      returns: "link.file  what is in it; nil, err when it cannot be used",
      example: "local file = assert(mix.link.open(mix.fs.data(\"linking/run.sqlite\")))"
    ) { context, path -> ObjectResult<LinkHandle> in
      let granted = try host.grants.writable(path).path
      let handle = try await namingFileErrors {
        try await context.openingFile { LinkHandle(try LinkFile(path: granted), granted, $0) }
      }
      return ObjectResult(handle)
    }
    module.type(LinkHandle.luaType)
    for shape in LinkShapes.all { module.shapes(shape) }
    return module
  }
}

/// Does the work of a link file off the reactor; its errors are results.
func linking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value
{
  try await namingFileErrors { try await offload(work) }
}

/// Reads rows off the reactor, charged to the script's memory until Lua has them.
func linking<Value: Sendable>(
  _ context: HostContext, _ work: @escaping @Sendable (MemoryCharge) throws -> Value
) async throws -> Value {
  try await namingFileErrors { try await context.offloadCharged(work) }
}

func namingFileErrors<Value>(_ work: () async throws -> Value) async throws -> Value {
  do { return try await work() } catch let error as LinkFileError {
    throw HostError(kind: "io", message: error.description)
  } catch let error as FileError {
    throw HostError(kind: "io", message: error.description)
  }
}

/// The tables that `mix.link` takes and returns.
enum LinkShapes {
  static let all = [
    Shape(
      "link.query", "A row of the left table, and what shares keys with it.",
      [
        .init("row", "integer", "its number, from 1"),
        .init("record", "string", "as it was added"),
        .init("gold", "string?", "as it was added"),
        .init("candidates", "link.candidate[]", "the best first"),
      ]),
    Shape(
      "link.candidate", "A row that shares keys with another.",
      [
        .init("row", "integer", "its number, from 1"),
        .init("weight", "number", "how much the shared keys say: the rarer they are, the more"),
        .init("record", "string", "as it was added"),
        .init("gold", "string?", "as it was added"),
      ]),
    Shape(
      "link.decision", "The decision about a pair of rows.",
      [
        .init("left", "integer", "the row of the left table"),
        .init("right", "integer", "the row of the right table, or an earlier one of the left"),
        .init("score", "number", "by the rules"),
        .init(
          "state", "string",
          "matched or uncertain; confirmed or refused by the user; alternative: what would match "
            + "if the row had no better one"),
        .init("reason", "string?", "in words"),
      ]),
    Shape(
      "link.progress", "How far a comparison has come.",
      [
        .init("row", "integer", "the last row that was compared"),
        .init("pairs", "integer", "how many pairs were compared, from the first row on"),
        .init("covered", "integer", "how many of them have one gold value"),
        .init(
          "problems", "link.problem[]",
          "the pairs of these rows on which a rule raised; they are left out"),
      ]),
    Shape(
      "link.problem", "A pair on which a rule raised.",
      [
        .init("left", "integer", "the row of the left table"),
        .init("right", "integer", "the other row"),
        .init("message", "string", "what it raised"),
      ]),
    Shape(
      "link.unkeyed", "A row on which a blocking rule raised.",
      [
        .init("row", "integer", "its number"),
        .init("message", "string", "what it raised"),
      ]),
    Shape(
      "link.doubt", "An uncertain pair of rows, with both.",
      [
        .init("left", "integer", "the row of the left table"),
        .init("right", "integer", "the other row"),
        .init("score", "number", "by the rules"),
        .init("reason", "string", "in words"),
        .init("left_record", "string", "as it was added"),
        .init("right_record", "string", "as it was added"),
      ]),
    Shape(
      "link.result", "A row of the left table with its link.",
      [
        .init("row", "integer", "its number, from 1"),
        .init("record", "string", "as it was added"),
        .init("other", "integer?", "the row it is linked to, or the first row of its cluster"),
        .init("other_record", "string?", "the row it is linked to"),
        .init("score", "number?", "by the rules"),
      ]),
  ]
}
