internal import Notation

// From the scores of a query's candidates to a decision. Inlinable, so that callers in other
// modules get a version for their type of evidence, which sorting asks at each comparison.
extension MatchScores {
  /// Whether a row's candidate reaches the score of a match.
  @inlinable public func isAccepted(_ row: Int) -> Bool {
    passes(row) && score(of: row) >= model.accept
  }

  // MARK: Order

  /// The rows that passed their gates, the best first.
  @inlinable public func ranked(_ evidence: some MatchEvidence) -> [Int] {
    (0..<count).filter(passes).sorted { precedes($0, $1, evidence) }
  }

  /// Whether one row precedes another: by score, then by the declared fields (missing values last),
  /// then by the source's order.
  @inlinable
  func precedes(_ left: Int, _ right: Int, _ evidence: some MatchEvidence) -> Bool {
    let (a, b) = (rank(left), rank(right))
    if a != b { return a > b }
    for field in model.tieOrder {
      if let first = precedes(left, right, field, evidence) { return first }
    }
    return left < right
  }

  /// Orders rows by one field; nil when it does not tell the candidates apart.
  @inlinable
  func precedes(
    _ left: Int, _ right: Int, _ field: MatchModel.TieField, _ evidence: some MatchEvidence
  ) -> Bool? {
    switch (evidence.value(left, of: field.name), evidence.value(right, of: field.name)) {
    case (.missing, .missing): nil
    case (.missing, _): false
    case (_, .missing): true
    case (.number(let x), .number(let y)): x == y ? nil : (x < y) != field.descending
    case (.text(let x), .text(let y)): x == y ? nil : (x < y) != field.descending
    default: nil
    }
  }

  /// Why one row is before another: `score`, the field that broke the tie, or `order`.
  public func lead(_ first: Int, _ other: Int, _ evidence: some MatchEvidence) -> String {
    if model.pick == .first { return "order" }
    if rank(first) != rank(other) { return "score" }
    let field = model.tieOrder.first { precedes(first, other, $0, evidence) != nil }
    return field?.name ?? "order"
  }

  /// Each feature's share in the lead of one row over another, the largest first; below 0 where the
  /// other row is ahead.
  public func differences(_ first: Int, _ other: Int) -> [(feature: Int, difference: Double)] {
    let parts = model.features.indices.compactMap { index -> (feature: Int, difference: Double)? in
      let difference = (contribution(first, index) ?? 0) - (contribution(other, index) ?? 0)
      return abs(difference) > 1e-9 ? (index, difference) : nil
    }
    return parts.sorted { a, b in
      abs(a.difference) != abs(b.difference)
        ? abs(a.difference) > abs(b.difference) : a.feature < b.feature
    }
  }

  /// The features that had values to compare, by contribution, the largest first.
  public func contributions(_ row: Int) -> [(feature: Int, amount: Double)] {
    var parts: [(feature: Int, amount: Double)] = []
    parts.reserveCapacity(model.featureCount)
    for feature in 0..<model.featureCount {
      if let amount = contribution(row, feature) { parts.append((feature, amount)) }
    }
    parts.sort { a, b in a.amount != b.amount ? a.amount > b.amount : a.feature < b.feature }
    return parts
  }

  // MARK: Decision

  /// Decides by the scored rows.
  /// - Throws: errors of the evidence.
  @inlinable
  public func decision(_ evidence: some MatchEvidence) throws -> MatchDecision {
    let ranked = ranked(evidence)
    if model.pick == .first, let first = (0..<count).first(where: isAccepted) {
      return taken(first, rival: ranked.first { $0 != first })
    }
    guard let first = ranked.first else { return refused(evidence) }
    // Releases of the same work are not rivals.
    return judged(first, try ranked.dropFirst().first { try !evidence.areSameWork(first, $0) })
  }

  @usableFromInline
  func taken(_ first: Int, rival: Int?) -> MatchDecision {
    MatchDecision(
      verdict: .matched,
      reason: "the first to reach \(model.text(model.accept)): \(model.text(score(of: first)))",
      row: first, rival: rival)
  }

  @usableFromInline
  func judged(_ first: Int, _ rival: Int?) -> MatchDecision {
    let (verdict, reason) = judge(first, rival)
    return MatchDecision(verdict: verdict, reason: reason, row: first, rival: rival)
  }

  private func judge(_ first: Int, _ rival: Int?) -> (MatchVerdict, String) {
    let score = score(of: first)
    if score < model.review {
      guard hasEvidence(first) else { return (.none, "there was nothing to compare") }
      return (.none, "best score \(model.text(score, below: model.review))")
    }
    if let rarity = rarity(first), let changed = judge(first, rarity) { return changed }
    if score < model.accept {
      return (.uncertain, "score \(model.text(score, below: model.accept))")
    }
    if model.pick == .best, let rival, score - self.score(of: rival) < model.margin {
      return (
        .uncertain,
        "score \(model.text(score)), but another work scores \(model.text(self.score(of: rival)))"
      )
    }
    return (.matched, "score \(model.text(score))")
  }

  /// Corrects a verdict by the frequency of the shared term; nil when the verdict stays. A common
  /// term makes a match uncertain, a rare one turns an uncertain candidate into a match, once the
  /// probability crosses that of `accept`.
  private func judge(_ row: Int, _ rarity: MatchRarity) -> (MatchVerdict, String)? {
    guard let probability = probability(row), let needed = model.probability(model.accept) else {
      return nil
    }
    let isAccepted = score(of: row) >= model.accept
    let reason =
      "probability \(Int(clamping: (probability * 100).rounded())) %: "
      + "\(rarity.rows) of \(rarity.total) are called \"\(rarity.term)\""
    if isAccepted, rarity.factor < 1, probability < min(needed, 0.9) { return (.uncertain, reason) }
    if !isAccepted, rarity.factor > 1, probability >= needed { return (.matched, reason) }
    return nil
  }

  /// The other rows that would match if they were alone, the best first; used when another row
  /// takes the first.
  public func alternatives(to first: Int) -> [Int] {
    guard model.pick == .best else { return [] }
    return (0..<count).filter { row in
      row != first && isAccepted(row) && judge(row, nil).0 == .matched
    }.sorted { rank($0) != rank($1) ? rank($0) > rank($1) : $0 < $1 }
  }

  @usableFromInline
  func refused(_ evidence: some MatchEvidence) -> MatchDecision {
    var reason = "no candidates"
    if count > 0, let gate = failedGate(0) {
      reason = evidence.note(0, gate: gate) ?? model.gates[gate]
      if count > 1 { reason += " (and \(count - 1) more refused)" }
    }
    return MatchDecision(verdict: .none, reason: reason, row: nil, rival: nil)
  }
}
