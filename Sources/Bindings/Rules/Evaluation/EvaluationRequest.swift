internal import ScriptHost

/// A request to `mix.match.evaluate` beyond the counts.
struct EvaluationRequest {
  let seed: Int
  let resamples: Int
  let folds: Int?
  let sweep: Bool
  /// The most wrong pairs to list.
  let wrong: Int

  init(_ options: Fields) {
    seed = options.int("seed") ?? 1
    resamples = options.int("resamples") ?? 1000
    folds = options.int("folds")
    sweep = options.bool("sweep") ?? false
    wrong = options.int("wrong") ?? Int.max
  }
}
