internal import CLua
public import Reactor

/// The clock and the seed of a repeatable run.
public struct RunSources: Sendable {
  /// Replaces the machine's clocks.
  public var time: any TimeSource
  /// Replaces the machine's entropy.
  public var seed: Int

  /// Makes sources.
  public init(time: any TimeSource, seed: Int) {
    self.time = time
    self.seed = seed
  }
}

extension ScriptState {
  /// Replaces the machine's clocks and entropy by a run's own.
  func openSources(_ sources: RunSources) {
    let stack = main
    do { try load(Array(Self.sourcesScript.utf8), name: Traceback.hiddenSource, onto: stack) } catch
    {
      preconditionFailure("the sources of a run do not load: \(error)")
    }
    push(host: "wall clock", stack) { call in
      call.stack.push(sources.time.wall)
      return 1
    }
    push(host: "clock", stack) { call in
      call.stack.push(sources.time.monotonic.seconds)
      return 1
    }
    stack.push(Int64(sources.seed))
    if clua_pcall_trusted(stack.pointer, 3, 0) != LUA_OK {
      preconditionFailure("the sources of a run cannot be set: \(stack.string(-1) ?? "")")
    }
  }

  private static let sourcesScript = """
    local wall, clock, seed = ...
    local time, date, seed_random, random = os.time, os.date, math.randomseed, math.random
    os.clock = clock
    function os.time(parts)
      if parts == nil then return wall() // 1 | 0 end
      return time(parts)
    end
    function os.date(format, at) return date(format or "%c", at or wall() // 1 | 0) end
    seed_random(seed)
    function math.randomseed(...)
      if ... == nil then return seed_random(random(0)) end
      return seed_random(...)
    end
    """
}
