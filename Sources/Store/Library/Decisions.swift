internal import Match
internal import Notation
internal import SQL

/// Identifies a work on every node: by the words of the user's file, not by its number here.
public struct WorkIdentity: Sendable, Hashable {
  /// The kind of the work: `book`, `track` or `film`.
  public var kind: String
  /// The title as it stands in the user's file.
  public var title: String
  /// The first creator.
  public var creator: String
  /// The identifiers by name.
  public var identifiers: [String: String]

  /// - Parameters:
  ///   - kind: the work's kind.
  ///   - title: the title as it stands in the user's file.
  ///   - creator: the first creator.
  ///   - identifiers: the identifiers by name.
  public init(kind: String, title: String, creator: String, identifiers: [String: String]) {
    self.kind = kind
    self.title = title
    self.creator = creator
    self.identifiers = identifiers
  }

  /// Reads the identity of a stored work.
  public init(_ work: StoredWork) {
    let original = work.original
    self.init(
      kind: work.kind, title: original.title, creator: original.firstCreator,
      identifiers: original.identifiers)
  }

  var folded: String { TextFold.key(of: title) + "\u{1F}" + TextFold.key(of: creator) }

  package var key: String {
    kind + "\u{1F}" + folded + "\u{1F}" + identifierText
  }

  /// The identifiers as `isbn13=978…`, sorted by name, one on each line.
  var identifierText: String {
    identifiers.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
  }

  package static func identifiers(_ text: String) -> [String: String] {
    var found: [String: String] = [:]
    for line in text.split(separator: "\n") {
      guard let sign = line.firstIndex(of: "=") else { continue }
      found[String(line[..<sign])] = String(line[line.index(after: sign)...])
    }
    return found
  }
}

/// The user's decision on an uncertain work.
public struct Decision: Sendable, Equatable {
  /// The kinds of decision.
  public enum Verdict: String, Sendable, CaseIterable {
    /// The candidate is the work.
    case accept
    /// The user decides later.
    case skip
    /// None of the candidates is the work.
    case none
  }

  /// The work that the decision is about.
  public var identity: WorkIdentity
  /// The verdict.
  public var verdict: Verdict
  /// The accepted candidate, as JSON.
  public var candidate: [UInt8]?
  /// How well the candidate fits, from 0 to 1.
  public var score: Double?
  /// When the user decided, in seconds since 1970.
  public var time: Double

  /// Makes a decision from its parts.
  public init(
    _ identity: WorkIdentity, _ verdict: Verdict, candidate: [UInt8]?, score: Double?, time: Double
  ) {
    self.identity = identity
    self.verdict = verdict
    self.candidate = candidate
    self.score = score
    self.time = time
  }
}

extension Library {
  /// Saves decisions for later runs and other nodes. Of two decisions on one work the later one
  /// stays.
  public func keep(_ decisions: [Decision]) throws {
    try database.writing { db in
      let insert = try db.statement(
        """
        INSERT INTO decision (key, kind, title, creator, identifiers, verdict, candidate, score, time)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET verdict = excluded.verdict, candidate = excluded.candidate,
          score = excluded.score, time = excluded.time WHERE excluded.time >= decision.time
        """)
      // One order for all, so that two nodes do not wait for each other.
      for decision in decisions.sorted(by: { $0.identity.key < $1.identity.key }) {
        let identity = decision.identity
        try insert.run(
          db.dialect.identifying(identity.key), .text(identity.kind), .text(identity.title),
          .text(identity.creator), .text(identity.identifierText),
          .text(decision.verdict.rawValue), Cell(decision.candidate), Cell(decision.score),
          .real(decision.time))
      }
    }
  }

  /// The saved decision on a work; nil without one.
  public func decision(_ identity: WorkIdentity) throws -> Decision? {
    try database.reading { try Self.decision(identity, $0) }
  }

  /// A work and the saved decision on it, read in one transaction; nil if the work does not exist.
  public func workWithDecision(_ id: Int64) throws -> (work: StoredWork, decision: Decision?)? {
    try database.reading { db in
      try WorkReader(db).work(id).map { ($0, try Self.decision(WorkIdentity($0), db)) }
    }
  }

  private static func decision(_ identity: WorkIdentity, _ db: SQLSession) throws -> Decision? {
    try db.statement(selectDecisions + "WHERE key = ?")
      .first(db.dialect.identifying(identity.key), body: decision)
  }

  /// Saved decisions after a row's number, with the number of each.
  public func decisions(after row: Int64, limit: Int) throws -> [(row: Int64, decision: Decision)] {
    try database.reading { db in
      try db.statement(Self.selectDecisions + "WHERE rowid > ? ORDER BY rowid LIMIT ?")
        .map(.int(row), .int(Int64(limit))) { ($0.int(0), Self.decision($0)) }
    }
  }

  /// The stored works that have this identity.
  public func works(of identity: WorkIdentity) throws -> [StoredWork] {
    try database.reading { db in
      let ids = try db.statement("SELECT id FROM work WHERE folded = ? AND kind = ? ORDER BY id")
        .map(.text(identity.folded), .text(identity.kind)) { $0.int(0) }
      return try WorkReader(db).known(ids).filter { WorkIdentity($0).key == identity.key }
    }
  }

  private static let selectDecisions =
    "SELECT rowid, kind, title, creator, identifiers, verdict, candidate, score, time FROM decision "

  private static func decision(_ row: RowCells) -> Decision {
    Decision(
      WorkIdentity(
        kind: row.text(1), title: row.text(2), creator: row.text(3),
        identifiers: WorkIdentity.identifiers(row.text(4))),
      Decision.Verdict(rawValue: row.text(5)) ?? .skip,
      candidate: row.optionalBytes(6), score: row.optionalReal(7),
      time: row.real(8))
  }
}
