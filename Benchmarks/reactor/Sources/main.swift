import CReactor
import Dispatch
import Reactor
import ScriptHost

// The cost of an `await` from the engine's actor to the client's: on one reactor, and for comparison
// between two. Prints nanoseconds a call, and fails when calls on one reactor leave the thread. The argument is how
// often it calls: 200,000 times.

/// Stands in for the HTTP client: an actor pinned to a reactor.
actor Callee {
  nonisolated let reactor: Reactor
  private var count = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { reactor.asUnownedSerialExecutor() }

  init(_ reactor: Reactor) { self.reactor = reactor }

  func touch() -> UInt {
    count += 1
    return UInt(bitPattern: creactor_thread_mark())
  }
}

/// Stands in for the engine.
actor Caller {
  nonisolated let reactor: Reactor

  nonisolated var unownedExecutor: UnownedSerialExecutor { reactor.asUnownedSerialExecutor() }

  init(_ reactor: Reactor) { self.reactor = reactor }

  /// - Returns: nanoseconds a call, and how many calls ran on another thread than the caller's.
  func call(_ callee: Callee, times: Int) async -> (nanoseconds: Double, away: Int) {
    let own = UInt(bitPattern: creactor_thread_mark())
    var away = 0
    let start = Reactor.monotonicNanoseconds()
    for _ in 0..<times where await callee.touch() != own { away += 1 }
    let spent = Double(Reactor.monotonicNanoseconds() - start)
    return (spent / Double(times), away)
  }
}

/// The round trip from Lua: a host function that may wait and has its answer at once.
func awaitFromLua(_ reactor: Reactor, times: Int) async throws -> Double {
  let engine = LuaEngine(reactor: reactor)
  let callee = Callee(reactor)
  await engine.register("bench") {
    var module = Module("bench", "")
    module.asyncFunction("touch", "") { _ -> Int in
      _ = await callee.touch()
      return 1
    }
    return module
  }
  let source = "local touch = mix.bench.touch for i = 1, \(times) do touch() end"
  let start = Reactor.monotonicNanoseconds()
  try await engine.run(source, name: "=bench")
  return Double(Reactor.monotonicNanoseconds() - start) / Double(times)
}

let reactor = Reactor(name: "one")
let other = Reactor(name: "other")
let caller = Caller(reactor)
let times = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 200_000
_ = await caller.call(Callee(reactor), times: times / 10)
let same = await caller.call(Callee(reactor), times: times)
let hop = await caller.call(Callee(other), times: times / 20)
let lua = try await awaitFromLua(reactor, times: times)

func row(_ name: String, _ value: Double) {
  print("  \(name.padding(40))\(Int(value.rounded())) ns")
}

extension String {
  func padding(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

row("engine to client, one reactor", same.nanoseconds)
row("engine to client, two reactors (a hop)", hop.nanoseconds)
row("from Lua: call, wait, resume", lua)
print("  calls that left the thread: \(same.away) of \(times)")
print("  target: none, and a tenth of a hop at most")
if same.away > 0 || same.nanoseconds * 10 > hop.nanoseconds { fatalError("an await hops threads") }
