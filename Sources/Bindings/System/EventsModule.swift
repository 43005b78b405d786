internal import CLua
internal import ScriptHost

/// `mix.events`: what happens, as it happens, for programs that read along (NDJSON).
enum EventsModule {
  static func make(_ host: ScriptRun) -> Module {
    let output = host.output
    var module = Module(
      "events", "Events as NDJSON on standard output, when --events asks for them.",
      rules: .refused("prints"))
    module.function(
      "emit", "Prints one line {\"event\": name, …fields}; without --events nothing.",
      Parameter("name", "what happened", String.self),
      Parameter("fields", "what belongs to it, by name; not `event`", TablePosition?.self),
      returns: "boolean  whether it was printed",
      example: "mix.events.emit(\"enriched\", {rank = entry.rank, ok = true})"
    ) { call, name, fields in
      host.onEvent?(name)
      guard output.events else { return false }
      try StandardOutput.write(try line(call, name, fields))
      // A reader follows along: nothing waits in a buffer.
      StandardOutput.flush()
      return true
    }
    module.function(
      "enabled", "Whether events are printed.", returns: "boolean  as --events says",
      example: "if not mix.events.enabled() then mix.ui.note(\"done\") end"
    ) { _ in output.events }
    return module
  }

  /// One event as a line of JSON, its name first.
  static func line(_ call: HostCall, _ name: String, _ fields: TablePosition?) throws -> String {
    let title = try JSONModule.encode(.string(name), call.stack)
    var text = "{\"event\":" + String(decoding: title, as: UTF8.self)
    if let fields {
      // A damaged text from somewhere else must not end the run that reports it.
      var options = clua_json_encode_options()
      options.replace_invalid = true
      let members: [UInt8]
      do {
        members = try JSONModule.encode(call.stack, fields.index, options)
      } catch let error as HostError {
        throw call.badArgument("fields", error.message)
      }
      guard members.first == UInt8(ascii: "{") else {
        throw call.badArgument("fields", "a table with names as keys expected, got a list")
      }
      guard !hasName(call.stack, fields.index) else {
        throw call.badArgument("fields", "the field `event` is the event's name; choose another")
      }
      if members.count > 2 {
        text += "," + String(decoding: members[1...].dropLast(), as: UTF8.self)
      }
    }
    return text + "}\n"
  }

  private static func hasName(_ stack: LuaStack, _ index: Int32) -> Bool {
    let table = lua_absindex(stack.pointer, index)
    stack.push("event")
    lua_rawget(stack.pointer, table)  // allowed: no metamethod runs
    defer { stack.pop() }
    return !stack.isNoneOrNil(-1)
  }
}
