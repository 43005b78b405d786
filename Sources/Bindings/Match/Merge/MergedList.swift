internal import MixCore
internal import ScriptHost

/// Sources merged into one order, as scripts hold them.
final class MergedList: LuaObject {
  private let merge: any ScriptMerge

  /// - Throws: ``HostError`` for anything that is not a source; what reading the keys of lists raises.
  init(_ call: HostCall, sources index: Int32, _ options: MergeOptions) throws {
    let sources = try ScriptSource.readAll(call, index)
    let lists = sources.compactMap(\.list)
    if lists.count == sources.count, options.unique.isEmpty {
      merge = try ListMerge(call, lists, options)
    } else {
      merge = try FetchingMerge(call, sources, options)
    }
  }

  // MARK: Methods for scripts

  static let luaTypeName = "merge.list"
  static let luaType: ObjectType<MergedList> = {
    var type = ObjectType<MergedList>(
      "Merged sources: `for item in list do … end` walks over them, fetching as it goes.")
    type.description { "merge: \($0.merge.given) items given" }
    type.iterator(ready: { call, list in try list.merge.ready(call) }) { context, list in
      try await list.merge.next(context)
    }
    type.asyncMethod(
      "take", "The next items, fetched as needed.",
      Parameter("count", "how many at most (default: all that are left)", Int?.self),
      returns: "any[]  fewer than count at the end only; nil, err when every source failed",
      example: "local page = list:take(20)"
    ) { call, list in
      try list.merge.take(call, try count(call))
    }
    type.method(
      "failures", "The sources that could not continue; their other items are still given.",
      returns: "merge.failure[]  in the order in which they failed",
      example: "for _, f in ipairs(list:failures()) do print(f.name, f.error.message) end"
    ) { _, list in list.merge.failures }
    type.method(
      "state", "How far it is.",
      returns: "\"open\"|\"ended\"|\"capped\"|\"closed\"  capped: cap items were given",
      example: "if list:state() == \"capped\" then print(\"and more\") end"
    ) { _, list in list.merge.state.rawValue }
    type.method(
      "given", "How many items were given.", returns: "integer  0 or more",
      example: "print(list:given())"
    ) { _, list in list.merge.given }
    type.method(
      "retry",
      "Lets the sources that failed continue: asks again for the page that they could not give.",
      example: "if #list:failures() > 0 then list:retry() end"
    ) { _, list -> Nothing in
      try list.merge.retry()
      return Nothing()
    }
    type.method("close", "Ends it: no source is asked any more.", example: "list:close()") {
      _, list -> Nothing in
      try list.merge.close()
      return Nothing()
    }
    return type
  }()

  private static func count(_ call: HostCall) throws -> Int {
    if call.stack.isNoneOrNil(2) { return .max }
    guard let count = call.stack.integer(2), count >= 0 else {
      throw call.badArgument("count", "a whole number, 0 or more, expected")
    }
    return Int(count)
  }
}

/// A failure as scripts see it.
struct MergeFailure: LuaResult {
  let source: Int
  let name: String
  let page: Int
  let error: any Error

  static let shape = TableShape(
    "merge.failure", "A source that could not continue.",
    [
      .init("source", "integer", "its place among the sources, from 1"),
      .init("name", "string", "its name, or its place"),
      .init("page", "integer", "the page that it could not give, from 1"),
      .init("error", "error", "why"),
    ])

  func push(_ call: HostCall) throws -> Int32 {
    call.stack.push(
      .object([
        "source": .int(Int64(source) + 1), "name": .string(name), "page": .int(Int64(page)),
      ]))
    _ = ErrorResult(error).push(call)
    call.stack.setRawField(-2, "error")
    return 1
  }
}
