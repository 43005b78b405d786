import Reactor
import ScriptHost

// Calls from Lua into typed host functions and back, and the await round trip. Prints a name and
// nanoseconds of CPU time a call for each; Benchmarks/host/run compares them with the C API.

/// The functions that are called; call.c has them in C.
func makeModule() -> Module {
  var module = Module("bench", "")
  module.function(
    "bytes", "", Parameter("number", "", Int.self), Parameter("text", "", ValuePosition.self)
  ) { call, number, text -> Int in
    number + (call.stack.withBytes(text.index) { $0.count } ?? 0)
  }
  module.function(
    "text", "", Parameter("number", "", Int.self), Parameter("text", "", String.self)
  ) { _, number, text -> Int in
    number + text.utf8.count
  }
  let number = Parameter("number", "", Int.self)
  module.asyncFunction("wait", "", number) { call in
    let number = call.stack.integer(1) ?? 0
    return .suspends { $0.finish(returning: number) }
  }
  module.asyncFunction("async", "", number) { _, number -> Int in number }
  return module
}

/// Runs all cases as `mixhost` runs a script: in a task that prefers the reactor.
func measure(_ engine: LuaEngine) async throws {
  // A row's name, its function, the times it is called, and the text it is called with.
  let cases = [
    ("bytes", "bytes", 5_000_000, "Blinding Lights"),
    ("text", "text", 5_000_000, "Blinding Lights"),
    ("long-text", "text", 5_000_000, "Blinding Lights (feat. Somebody) [Remix]"),
    ("wait", "wait", 1_000_000, ""),
    ("async", "async", 1_000_000, ""),
  ]
  for (name, function, times, text) in cases {
    let source = """
      local f, text, sum, start = mix.bench.\(function), "\(text)", 0, os.clock()
      for i = 1, \(times) do sum = f(i, text) end
      return os.clock() - start
      """
    guard case .number(let seconds) = try await engine.run(source, name: "=bench").first else {
      fatalError("the benchmark returned no time")
    }
    print(name, seconds * 1e9 / Double(times))
  }
}

let reactor = Reactor(name: "bench")
let engine = LuaEngine(reactor: reactor)
await engine.register("bench", makeModule)
try await Task(executorPreference: reactor) { try await measure(engine) }.value
