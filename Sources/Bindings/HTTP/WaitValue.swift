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
}
