internal import ScriptHost

/// A request to `mix.match.evaluate` beyond the counts.
struct EvaluationRequest {
  let seed: Int
  let resamples: Int
  let folds: Int?
  let sweep: Bool
  /// The most wrong pairs to list.
  let wrong: Int

  /// - Throws: ``HostError`` for an option out of its range.
  init(_ options: Options, _ call: HostCall) throws {
    seed = options.int("seed") ?? 1
    resamples = try Self.bounded(options, "resamples", 0...100_000, call) ?? 1000
    folds = try Self.bounded(options, "folds", 2...100, call)
    sweep = options.bool("sweep") ?? false
    wrong = try Self.bounded(options, "wrong", 0...Int.max, call) ?? Int.max
  }

  private static func bounded(
    _ options: Options, _ name: String, _ range: ClosedRange<Int>, _ call: HostCall
  ) throws -> Int? {
    guard let value = options.int(name) else { return nil }
    guard range.contains(value) else {
      throw call.badArgument(
        name,
        range.upperBound == .max
          ? "0 or more, not \(value)"
          : "\(range.lowerBound) to \(range.upperBound), not \(value)")
    }
    return value
  }
}
