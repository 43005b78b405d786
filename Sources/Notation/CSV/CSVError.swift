/// Why a text is not CSV, with the place.
public struct CSVError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of faults.
  public enum Reason: Sendable, Equatable {
    /// A quoted field never ends; the place is that of its opening quote.
    case unclosedQuote
    /// Something other than a separator or a line end follows a closing quote.
    case textAfterQuote
    /// A NUL byte, as in UTF-16 or binary files.
    case nul
    /// A field that is not UTF-8; the place is its end.
    case invalidUTF8
    /// A field longer than ``CSVOptions/maximumFieldBytes``.
    case fieldTooLong(limit: Int)
  }

  /// The kind of fault.
  public let reason: Reason
  /// Number of the record, from 1; line breaks within quotes do not begin a new record.
  public let row: Int
  /// Number of the field within the record, from 1.
  public let field: Int
  /// Line of the text, from 1.
  public let line: Int
  /// Unicode scalar within the line, from 1.
  public let column: Int

  /// One line for the user: `line 3, column 7 (row 2, field 2): a quote is opened and never closed`.
  public var description: String {
    "line \(line), column \(column) (row \(row), field \(field)): \(explanation)"
  }

  private var explanation: String {
    switch reason {
    case .unclosedQuote: "a quote is opened and never closed"
    case .textAfterQuote: "text follows a closing quote"
    case .nul: "a NUL byte; is the file UTF-16 or not text?"
    case .invalidUTF8: "not UTF-8"
    case .fieldTooLong(let limit): "a field of more than \(limit) bytes; is a quote missing?"
    }
  }
}
