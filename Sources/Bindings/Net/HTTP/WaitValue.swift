internal import MixCore
internal import ScriptHost

/// A wait as scripts see it: `{upstream, reason, until, seconds, message}`.
enum WaitValue {
  /// - Parameter now: seconds since 1970.
  static func fields(_ wait: TrafficWait, now: Double) -> [String: LuaValue] {
    var fields: [String: LuaValue] = [
      "upstream": .string(wait.upstream), "reason": .string(wait.reason.rawValue),
      "message": .string(wait.text(now: now)),
    ]
    if let until = wait.until {
      fields["until"] = .number(until)
      fields["seconds"] = .number(max(0, until - now))
    }
    return fields
  }

  /// A wait of a job's items; without `upstream` where none is waited for.
  /// - Parameter now: seconds since 1970.
  static func fields(_ wait: JobWait, now: Double) -> [String: LuaValue] {
    guard case .retry(_, let until) = wait else {
      if case .upstream(let wait) = wait { return fields(wait, now: now) }
      return [:]
    }
    return [
      "reason": .string("retry"), "message": .string(wait.text(now: now)),
      "until": .number(until), "seconds": .number(max(0, until - now)),
    ]
  }
}
