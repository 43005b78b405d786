internal import Match
internal import Notation
package import SQL

/// A field's value.
public enum FieldValue: Sendable, Equatable {
  /// A text.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// A number.
  case real(Double)
  /// Texts, in order.
  case list([String])

  /// Separates a list's elements, which are stored as one text.
  static let separator: Character = "\u{1F}"

  package var cell: Cell {
    switch self {
    case .text(let value): .text(value)
    case .integer(let value): .int(value)
    case .real(let value): .real(value)
    case .list(let values):
      .text(values.map(Self.withoutSeparator).joined(separator: String(Self.separator)))
    }
  }

  private static func withoutSeparator(_ text: String) -> String {
    text.utf8.contains(0x1F) ? text.replacing("\u{1F}", with: " ") : text
  }

  /// - Parameter cell: a value that ``cell`` made; null gives nil.
  init?(_ cell: Cell, field: String) {
    switch cell {
    case .text(let value):
      self =
        WorkField.kind(of: field) == .list
        ? .list(value.split(separator: Self.separator).map(String.init)) : .text(value)
    case .int(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .null, .blob: return nil
    }
  }
}

/// The names of works' fields. Identifiers and the user's other columns are separate fields, such
/// as `identifiers.isbn13` and `extra.rating`, so that each has a source and a time.
public enum WorkField {
  /// The form of a field's value.
  public enum Kind: Sendable {
    /// A text.
    case text
    /// Texts, in order.
    case list
    /// A whole number: a year, a number of pages, a duration in seconds.
    case integer
    /// A number.
    case number
  }

  /// The fields in the order of exports. A field of books has a line in
  /// `scripts/lib/work_fields.lua`, too, which says how people read, type and exchange it.
  public static let all: [(name: String, kind: Kind)] = [
    ("title", .text), ("subtitle", .text), ("creators", .list), ("year", .integer),
    (edition, .text), ("publisher", .text), ("pages", .integer), ("language", .text),
    ("series", .text), (seriesPosition, .number), ("cover", .text), ("description", .text),
    ("subjects", .list), ("album", .text), ("duration", .integer),
  ]
  /// Begins identifiers.
  public static let identifierPrefix = "identifiers."
  /// Which edition it is, as its list says it.
  static let edition = "edition"
  /// The place in a series.
  static let seriesPosition = "series_position"
  /// Whether a field tells works of one title apart, in SQL.
  package static let tellsApartSQL =
    "(name >= 'identifiers.' AND name < 'identifiers/' OR name IN ('\(edition)', '\(seriesPosition)'))"
  /// The prefix of the user's other columns.
  public static let extraPrefix = "extra."
  /// The years that are accepted for a work.
  public static let years: ClosedRange<Int64> = -3_000...2_200

  /// The kind of a field; nil for any other name, such as an identifier's.
  public static func kind(of name: String) -> Kind? { all.first { $0.name == name }?.kind }
}

/// Facts of a work: field values by flat name.
///
/// ```swift
/// let record = WorkRecord(["title": .text("Emma"), "creators": .list(["Jane Austen"])])
/// ```
public struct WorkRecord: Sendable, Equatable {
  /// The source of a placeholder, such as a number for an unknown title. Any later value replaces
  /// it.
  public static let placeholder = "placeholder"

  /// The fields by flat name; none is empty.
  public var fields: [String: FieldValue]
  /// Whether the title is a placeholder.
  public var hasPlaceholderTitle = false

  /// - Parameter fields: field values by flat name.
  public init(_ fields: [String: FieldValue] = [:]) { self.fields = fields }

  /// The title; empty without one.
  public var title: String {
    if case .text(let title)? = fields["title"] { return title }
    return ""
  }

  /// The first creator; empty without one.
  public var firstCreator: String {
    if case .list(let creators)? = fields["creators"] { return creators.first ?? "" }
    return ""
  }

  /// The identifiers by name.
  public var identifiers: [String: String] {
    var found: [String: String] = [:]
    for (name, value) in fields {
      guard name.hasPrefix(WorkField.identifierPrefix), case .text(let text) = value else {
        continue
      }
      found[String(name.dropFirst(WorkField.identifierPrefix.count))] = text
    }
    return found
  }

  /// Title and first creator in the form used for comparison: folded, without punctuation.
  var folded: String { TextFold.key(of: title) + "\u{1F}" + TextFold.key(of: firstCreator) }
}

/// The state of a work's enrichment.
public enum WorkStatus: Int64, Sendable, CaseIterable {
  /// No job has taken the work yet.
  case pending
  /// The work is in a job's queue.
  case queued
  /// The work was found and its facts merged.
  case enriched
  /// The candidates need a decision.
  case uncertain
  /// No service knows the work.
  case notFound
  /// The enrichment failed; the work's error has the reason.
  case failed

  /// The name in scripts and documents.
  public var name: String { self == .notFound ? "not_found" : "\(self)" }

  /// - Parameter name: a value of ``name``; any other gives nil.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

/// A field of a stored work.
public struct StoredField: Sendable, Equatable {
  /// The field's value.
  public var value: FieldValue
  /// The field's source: the name of a provider or of a file's format.
  public var source: String
  /// When the field was set, in seconds since 1970.
  public var time: Double
  /// Whether the value comes from the user, so that providers never replace it.
  public var isUsers: Bool
}

/// A stored work.
public struct StoredWork: Sendable, Equatable {
  /// The work's number; it is never reused.
  public var id: Int64
  /// The work's kind: `book`, `track` or `film`.
  public var kind: String
  /// The state of the work's enrichment.
  public var status: WorkStatus
  /// Why the enrichment failed.
  public var error: String?
  /// How well the chosen or best candidate fits, from 0 to 1.
  public var score: Double?
  /// The user's decision: `accept`, `skip` or `none`.
  public var decision: String?
  /// The candidates of an uncertain work, as JSON.
  public var candidates: [UInt8]?
  /// When the work was imported, in seconds since 1970.
  public var added: Double
  /// When the work last changed, in seconds since 1970.
  public var updated: Double
  /// The fields by flat names.
  public var fields: [String: StoredField] = [:]

  /// The work's fields, without sources and times.
  public var record: WorkRecord { WorkRecord(fields.mapValues(\.value)) }

  /// The fields that come from the user's file.
  public var original: WorkRecord {
    WorkRecord(
      fields.filter { $0.value.isUsers || $0.value.source == WorkRecord.placeholder }
        .mapValues(\.value))
  }
}

/// The kinds of works.
public enum WorkKind: String, Sendable, CaseIterable {
  /// A book.
  case book
  /// A song.
  case track
  /// A film.
  case film
}
