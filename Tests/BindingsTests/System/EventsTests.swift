import Reactor
import ScriptHost
import Testing

@testable import Bindings

@Suite("mix.events")
struct EventsTests {
  /// An engine whose `mix.probe.line` gives the line that `emit` would print.
  private static func line(_ arguments: String) async throws -> LuaValue {
    let reactor = Reactor(name: "events")
    defer { reactor.stop() }
    let engine = LuaEngine(reactor: reactor)
    await engine.register("probe") {
      var module = Module("probe", "Shows event lines.")
      module.function(
        "line", "The line.", Parameter("name", "name", String.self),
        Parameter("fields", "fields", TablePosition?.self)
      ) { call, name, fields in try EventsModule.line(call, name, fields) }
      return module
    }
    return try await engine.run("return mix.probe.line(\(arguments))", name: "@test.lua")[0]
  }

  @Test("An event is one line of JSON that begins with its name")
  func line() async throws {
    #expect(try await Self.line("'done'") == .string("{\"event\":\"done\"}\n"))
    #expect(try await Self.line("'done', {}") == .string("{\"event\":\"done\"}\n"))
    #expect(
      try await Self.line(#"'a"b', {rank = 1, name = "x\ny", list = {true}}"#)
        == .string(#"{"event":"a\"b","list":[true],"name":"x\ny","rank":1}"# + "\n"))
    #expect(
      try await Self.line(#"'x', {text = "\xff"}"#)
        == .string("{\"event\":\"x\",\"text\":\"\u{FFFD}\"}\n"))
  }

  @Test(
    "Lists, a second name and what has no JSON form are refused",
    arguments: [
      "'x', {1, 2}", "'x', {event = 'y'}", "'x', {f = print}",
    ])
  func refused(arguments: String) async throws {
    await #expect(throws: ScriptError.self) { try await Self.line(arguments) }
  }

  @Test("Nothing is printed unless events were asked for")
  func off() async throws {
    let host = await TestHost()
    #expect(try await host.value("mix.events.emit('x', {a = 1})") == .bool(false))
    #expect(try await host.value("mix.events.enabled()") == .bool(false))
  }
}
