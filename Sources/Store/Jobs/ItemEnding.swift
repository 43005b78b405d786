extension Decision {
  /// Turns an uncertain outcome into what was decided.
  /// - Parameter fill: takes fields and source of the accepted candidate, which is JSON.
  /// - Returns: what the item ends as.
  public func apply(
    to update: inout WorkUpdate, fill: (inout WorkUpdate, [UInt8]) throws -> Void
  ) rethrows -> ItemState {
    update.decision = verdict.rawValue
    switch verdict {
    case .skip: return .uncertain
    case .none:
      update.candidates = nil
      return .notFound
    case .accept:
      guard let candidate else { return .uncertain }
      try fill(&update, candidate)
      update.candidates = nil
      update.score = score ?? update.score
      return .enriched
    }
  }
}

extension ItemState {
  /// The status that an item's end gives its work.
  public var workStatus: WorkStatus {
    switch self {
    case .enriched: .enriched
    case .uncertain: .uncertain
    case .notFound: .notFound
    default: .failed
    }
  }
}
