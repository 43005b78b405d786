internal import MixCore
internal import ScriptHost

extension RetryTable {
  /// The table of `mix.jobs.run`'s option `retry`.
  static let shape = Shape(
    "jobs.retry", "Changes of the retry table; what is left out stays as it is.",
    [
      .init("throttled", .list(wait), "seconds to wait after each answer \"too many requests\""),
      .init("unavailable_wait", wait, "seconds to wait for a service that is down"),
      .init("unavailable_times", .integer(in: 0...1_000), "how often that is tried"),
      .init("timeouts", .integer(in: 1...1_000), "tries of a request that times out"),
      .init("attempts", .integer(in: 1...1_000), "tries of an item that has other trouble"),
      .init("patience", wait, "seconds of a pause that an item waits for"),
    ]
  ) { table in
    guard table.numbers("throttled").count <= 100 else {
      throw table.wrong("throttled", "a list of up to 100 waits expected")
    }
  }

  private static var wait: Shape.Kind { .number(in: 0...longestWait) }

  /// - Parameter table: as ``shape`` says; what it leaves out stays as it is.
  init(_ table: Fields) {
    self.init()
    if table.has("throttled") { throttledWaits = table.numbers("throttled") }
    unavailableWait = table.number("unavailable_wait") ?? unavailableWait
    unavailableReturns = table.int("unavailable_times") ?? unavailableReturns
    timeoutAttempts = table.int("timeouts") ?? timeoutAttempts
    troubleAttempts = table.int("attempts") ?? troubleAttempts
    patience = table.number("patience") ?? patience
  }
}
