internal import Notation
internal import Reactor
internal import ScriptHost

/// `mix.time`: clocks, dates and lengths of time.
enum TimeModule {
  static func make(_ host: ScriptRun) -> Module {
    let clock = "tells the time, which a rule is given"
    var module = Module(
      "time", "Clocks, dates (RFC 3339) and lengths of time.",
      rules: .allowed(except: ["now": clock, "monotonic": clock, "continued": clock]))
    addClocks(&module, host.scriptTime)
    addDates(&module, host.scriptTime)
    addDurations(&module)
    return module
  }

  private static func addClocks(_ module: inout Module, _ time: any TimeSource) {
    module.function(
      "now", "The time of day; may jump when the clock is set.",
      returns: "number  seconds since 1970-01-01T00:00:00Z, with fractions",
      example: "local tomorrow = mix.time.now() + 86400"
    ) { _ in time.wall }
    module.function(
      "monotonic", "A clock that never goes back, to measure with.",
      returns: "number  seconds since an arbitrary start, with fractions",
      example: "local start = mix.time.monotonic(); work(); print(mix.time.monotonic() - start)"
    ) { _ in time.monotonic.seconds }
    module.function(
      "continued",
      "How often the program has continued after a stop (Ctrl-Z, SIGCONT) since it first asked.",
      returns: "integer  0 or more",
      example: "local stops = mix.time.continued()"
    ) { _ in ProcessStops.count }
  }

  private static func addDates(_ module: inout Module, _ time: any TimeSource) {
    module.function(
      "iso", "Writes a time in UTC.",
      Parameter(
        "time", "seconds since 1970, years 0 to 9999 (default: now; in rules needed)",
        Double?.self),
      returns: "string  such as 2026-11-21T10:00:00Z; fractions are dropped",
      example: "print(mix.time.iso(0))  --> 1970-01-01T00:00:00Z"
    ) { call, given in
      if given == nil, call.isInRule {
        throw call.badArgument("time", "expected in a rule, which has no clock")
      }
      let seconds = given ?? time.wall
      guard InternetTime.range.contains(seconds) else {
        throw call.badArgument("time", "seconds of the years 0 to 9999 expected, got \(seconds)")
      }
      return InternetTime.format(seconds)
    }
    module.function(
      "parse", "Reads a date and time with its offset, or a date, which is its midnight in UTC.",
      Parameter(
        "text", "2026-11-21T10:00:00Z, 2026-11-21T11:00:00.5+01:00 or 2026-11-21", String.self),
      returns: "number  seconds since 1970; nil, err of kind parse for anything else",
      example: "local released = mix.time.parse(\"2008-11-12\")"
    ) { _, text in
      guard let seconds = InternetTime.parse(text) else {
        throw HostError(
          kind: "parse",
          message: "\"\(text)\" is not a date; write 2026-11-21 or 2026-11-21T10:00:00Z (or +01:00)"
        )
      }
      return number(seconds)
    }
  }

  private static func addDurations(_ module: inout Module) {
    module.function(
      "duration", "Reads a length of time.",
      Parameter(
        "text", "\"15m\", \"1h30m\", \"250ms\", \"7d\"; a bare number counts seconds", String.self),
      returns: "number  seconds; nil, err of kind parse for anything else",
      example: "print(mix.time.duration(\"1h30m\"))  --> 5400"
    ) { _, text in
      guard let seconds = DurationText.parse(text) else {
        throw HostError(
          kind: "parse",
          message: "\"\(text)\" is not a duration; write 90, \"15m\", \"1h30m\", \"250ms\"")
      }
      return number(seconds)
    }
    module.function(
      "format_duration", "Writes a length of time in the largest unit that needs no fraction.",
      Parameter("seconds", "0 or more, finite", Double.self),
      returns: "string  such as 90s, 15m, 24h, 250ms",
      example: "print(mix.time.format_duration(900))  --> 15m"
    ) { call, seconds in
      guard seconds.isFinite, seconds >= 0 else {
        throw call.badArgument("seconds", "a finite number, 0 or more, expected, got \(seconds)")
      }
      return DurationText.format(seconds)
    }
  }

  /// Whole seconds as an integer, so that they print without `.0`.
  private static func number(_ seconds: Double) -> LuaValue {
    Int64(exactly: seconds).map(LuaValue.int) ?? .number(seconds)
  }
}
