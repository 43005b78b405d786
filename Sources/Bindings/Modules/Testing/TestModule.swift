internal import Files
internal import MixCore
internal import Notation
internal import Reactor
public import ScriptHost

/// `mix.test`: the clock and the answers of a spec; it exists under `mixhost test` alone.
enum TestModule {
  /// The largest recording that is read.
  private static let mostBytes = 256_000_000

  static func make(_ host: Host, _ world: SpecWorld) -> Module {
    var module = Module("test", "For specs, under `mixhost test`: a clock to move, HTTP to answer.")
    addClock(&module, world)
    addHTTP(&module, host, world)
    addScreens(&module)
    addState(&module, host, world)
    module.type(SpecClock.luaType)
    return module
  }

  private static func addClock(_ module: inout Module, _ world: SpecWorld) {
    module.function(
      "clock",
      "Stops the clock until the test ends; mix.time, os.time, mix.task.sleep and all waits follow it.",
      Parameter(
        "start", "seconds since 1970, or a date such as \"2026-11-21T10:00:00Z\" (default: now)",
        LuaValue?.self),
      returns: "test.clock  with advance, set and release",
      example: "local clock = mix.test.clock(\"2026-11-21\"); clock:advance(\"6h\")"
    ) { call, start in
      world.clock.hold(at: try start.flatMap { try SpecClock.wall($0, call) })
      return ObjectResult(SpecClock(world.clock))
    }
  }

  private static func addHTTP(_ module: inout Module, _ host: Host, _ world: SpecWorld) {
    module.function(
      "mock_http",
      "Answers the requests of mix.http until the test ends; one that is not in the table is an error.",
      Parameter(
        "answers",
        "by method and address, such as [\"GET https://example.com/a\"]; a * at the end stands for "
          + "any rest. An answer is a body, {status = 200, headers, body or json, error}, a list of "
          + "these (one after another, the last one stays) or a function of the request",
        TablePosition.self),
      example: "mix.test.mock_http{[\"GET https://example.com/a\"] = {json = {id = 1}}}"
    ) { call, table -> Nothing in
      world.answer(with: try MockAnswers(table, call))
      host.forget()
      return Nothing()
    }
    module.function(
      "cassette", "Answers the requests of mix.http from a recording until the test ends.",
      Parameter("path", "a file that `mixhost --record` made", String.self),
      example: "mix.test.cassette(\"spec/fixtures/chart.ndjson\")"
    ) { _, path -> Nothing in
      do {
        let bytes = try host.grants.reading(path) { try $0.read(most: mostBytes) }
        world.answer(with: try RecordedResponder(bytes, path: path))
      } catch let error as CassetteError {
        throw HostError.usage("\(error)")
      } catch let failure as FileFailure {
        if failure == .missing { throw HostError.usage("\(path): there is no such recording") }
        throw failure.hostError("read", path, most: "256 MB")
      }
      host.forget()
      return Nothing()
    }
    module.function(
      "requests", "The requests to the network since the answers were set.",
      returns: "table  a list of {method, url, headers, body}; what the cache answered is not in it"
    ) { _ in world.requests.map(MockAnswer.value(of:)) }
  }

  private static func addScreens(_ module: inout Module) {
    module.function(
      "screen", "Opens a program's screen, to call its actions and look at its tree.",
      Parameter("name", "such as \"charts\" or \"chart/charts\"", String.self),
      Parameter("state", "what its view and actions begin with (default: {})", ValuePosition?.self),
      returns: "table  with tree, act, offered, state and on_update (docs/screens.md)",
      example: "local tree = mix.test.screen(\"charts\"):act(\"open\", 3)"
    ) { call, name, state in
      // Screens are Lua (scripts/lib/program_screen), and loaded by the specs that want one.
      let stack = call.stack
      let base = stack.count
      guard stack.reserve(8) else { throw HostError.usage("the stack is full") }
      stack.pushGlobals()
      stack.pushRawField(-1, "require")
      stack.push("lib.program_screen")
      try call.context.callNow(on: stack, arguments: 1, results: 1)
      stack.pushRawField(-1, "open")
      stack.push(name)
      if let state { stack.pushCopy(state.index) } else { stack.pushNil() }
      try call.context.callNow(on: stack, arguments: 2, results: 1)
      return Pushed(stack.count > base ? 1 : 0)
    }
  }

  private static func addState(_ module: inout Module, _ host: Host, _ world: SpecWorld) {
    module.function(
      "save", "Notes clock and answers; the runner calls it before each test.",
      returns: "integer  what restore takes"
    ) { _ in world.save() }
    module.function(
      "restore", "Restores the saved state; the runner calls it after each test.",
      Parameter("mark", "what save returned", Int.self)
    ) { _, mark -> Nothing in
      if world.restore(to: mark) { host.forget() }
      return Nothing()
    }
  }
}

/// The object that `mix.test.clock` returns.
final class SpecClock: LuaObject {
  private let clock: TestClock

  init(_ clock: TestClock) { self.clock = clock }

  static let luaTypeName = "test.clock"
  static let luaType: ObjectType<SpecClock> = {
    var type = ObjectType<SpecClock>("A clock that stands still until the spec moves it.")
    type.asyncMethod(
      "advance", "Moves the clock forward; timers that come due fire in order, each at its time.",
      Parameter("duration", "number of seconds, or a text such as \"6h\"", DurationArgument.self),
      example: "clock:advance(60)"
    ) { _, clock, duration -> Nothing in
      guard clock.clock.isHeld else {
        throw HostError.usage("this clock runs: it was released, or its test is over")
      }
      try await clock.clock.advance(by: .seconds(clamping: duration.seconds))
      return Nothing()
    }
    type.method(
      "set", "Sets the time of day, as an administrator would: nothing wakes up.",
      Parameter(
        "time", "seconds since 1970, or a date such as \"2026-11-21T10:00:00Z\"", LuaValue.self),
      example: "clock:set(\"2026-11-21\")"
    ) { call, clock, time -> Nothing in
      clock.clock.hold(at: try wall(time, call))
      return Nothing()
    }
    type.method(
      "release", "Lets the clock run on the machine's time again."
    ) { _, clock -> Nothing in
      clock.clock.release()
      return Nothing()
    }
    return type
  }()

  /// A time of day as a script writes it; nil for none.
  /// - Throws: ``HostError`` for anything that is not a time.
  static func wall(_ value: LuaValue, _ call: HostCall) throws -> Double? {
    switch value {
    case .nil: return nil
    case .int(let seconds): return Double(seconds)
    case .number(let seconds) where InternetTime.range.contains(seconds): return seconds
    case .string(let text):
      if let seconds = InternetTime.parse(text) { return seconds }
      throw call.badArgument("time", "\"\(text)\" is not a date; write 2026-11-21T10:00:00Z")
    default: throw call.badArgument("time", "seconds since 1970 or a date expected")
    }
  }
}

extension Host {
  /// Adds `mix.test` to an engine whose host has the world's clock and asks it for answers.
  public func installTests(_ world: SpecWorld, in engine: LuaEngine) async {
    await engine.register("test") { TestModule.make(self, world) }
  }
}
