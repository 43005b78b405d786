internal import Match
package import SQL

/// A record with derived values, prepared before the write lock is taken.
package struct PreparedRecord {
  package let record: WorkRecord
  package let folded: String
  /// The identifiers by flat name, sorted.
  let identifiers: [(name: String, value: String)]
  /// The fields that tell works of one title apart, by flat name: identifiers, the edition, the place
  /// in a series.
  private let telling: [String: Cell]
  /// The fields by flat name, sorted as in the table, where each row then lies beside the last.
  let fields: [(name: String, cell: Cell)]

  init(_ record: WorkRecord) {
    self.record = record
    folded = record.folded
    fields = record.fields.map { ($0, $1.cell) }.sorted { $0.name < $1.name }
    identifiers = fields.compactMap { name, cell in
      guard name.hasPrefix(WorkField.identifierPrefix), case .text(let value) = cell else {
        return nil
      }
      return (name, value)
    }
    telling = Dictionary(
      uniqueKeysWithValues: fields.filter { Self.tellsApart($0.name) }.map { ($0.name, $0.cell) })
  }

  /// Whether a field tells works of one title apart.
  package static func tellsApart(_ name: String) -> Bool {
    name.hasPrefix(WorkField.identifierPrefix) || name == WorkField.edition
      || name == WorkField.seriesPosition
  }

  /// Whether a field of a work says that it is another one: another identifier, edition or volume.
  package func contradicts(_ name: String, _ cell: Cell) -> Bool {
    switch (telling[name], cell) {
    case (nil, _): false
    case (.int(let own)?, .real(let other)): Double(own) != other
    case (.real(let own)?, .int(let other)): own != Double(other)
    case (.text(let own)?, .text(let other)) where name == WorkField.edition:
      Self.edition(own) != Self.edition(other)
    case (let own?, _): own != cell
    }
  }

  /// An edition without its spelling: "2", "2nd" and "2nd ed." are one.
  private static func edition(_ text: String) -> String {
    let folded = TextFold.key(of: text)
    let number = folded.drop { !$0.isNumber }.prefix { $0.isNumber }
    return number.isEmpty ? folded : String(number)
  }
}
