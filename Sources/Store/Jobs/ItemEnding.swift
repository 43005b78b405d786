extension Decision {
  /// Applies a decision to an uncertain result.
  /// - Parameter fill: copies fields and source of the accepted candidate, which is JSON, into the
  ///   update.
  /// - Returns: the item's final state.
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
  /// The status that a work gets when its item ends in this state.
  public var workStatus: WorkStatus {
    switch self {
    case .enriched: .enriched
    case .uncertain: .uncertain
    case .notFound: .notFound
    default: .failed
    }
  }
}
