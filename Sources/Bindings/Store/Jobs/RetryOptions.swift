internal import Notation
internal import MixCore
internal import ScriptHost

extension RetryTable {
  /// The table of `mix.jobs.run`'s option `retry`; what it leaves out stays as it is.
  /// - Throws: ``HostError`` for an unknown name or a value out of range.
  init(_ value: LuaValue) throws {
    self.init()
    guard case .object(let fields) = value else {
      if case .array(let list) = value, list.isEmpty { return }
      throw HostError.usage("bad option 'retry': a table with names as keys expected")
    }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      switch name {
      case "throttled":
        guard case .array(let list) = value, list.count <= 100 else {
          throw HostError.usage("bad option 'retry.throttled': a list of up to 100 waits expected")
        }
        throttledWaits = try list.map { try Self.seconds($0, name) }
      case "unavailable_wait": unavailableWait = try Self.seconds(value, name)
      case "unavailable_times": unavailableReturns = try Self.count(value, name, from: 0)
      case "timeouts": timeoutAttempts = try Self.count(value, name, from: 1)
      case "attempts": troubleAttempts = try Self.count(value, name, from: 1)
      case "patience": patience = try Self.seconds(value, name)
      default:
        throw HostError.usage(
          "unknown field '\(name)' in option 'retry'; known: throttled, unavailable_wait, "
            + "unavailable_times, timeouts, attempts, patience")
      }
    }
  }

  private static func seconds(_ value: LuaValue, _ name: String) throws -> Double {
    var seconds = Double.nan
    if case .number(let number) = value { seconds = number }
    if case .int(let number) = value { seconds = Double(number) }
    guard (0...longestWait).contains(seconds) else {
      throw HostError.usage(
        "bad option 'retry.\(name)': 0 to \(Int(clamping: longestWait)) seconds expected")
    }
    return seconds
  }

  private static func count(_ value: LuaValue, _ name: String, from least: Int64) throws -> Int {
    guard case .int(let count) = value, (least...1_000).contains(count) else {
      throw HostError.usage("bad option 'retry.\(name)': \(least) to 1000 expected")
    }
    return Int(count)
  }
}
