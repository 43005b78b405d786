/// The separator of a record's fields.
public enum CSVDelimiter: Sendable, Equatable {
  /// The most frequent of comma, semicolon, tab and bar outside quotes in the first record; a comma
  /// when there is none.
  case automatic
  case comma
  case semicolon
  case tab
  case bar

  /// The delimiter's byte; nil when it is still to be detected.
  var byte: UInt8? {
    switch self {
    case .automatic: nil
    case .comma: UInt8(ascii: ",")
    case .semicolon: UInt8(ascii: ";")
    case .tab: UInt8(ascii: "\t")
    case .bar: UInt8(ascii: "|")
    }
  }

  /// Detects the delimiter in the first record of `bytes`.
  static func detect(in bytes: some Sequence<UInt8>) -> CSVDelimiter {
    var counts = Counts()
    var quoted = false
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""): quoted.toggle()
      case _ where quoted: break
      case UInt8(ascii: ","): counts.comma += 1
      case UInt8(ascii: ";"): counts.semicolon += 1
      case UInt8(ascii: "\t"): counts.tab += 1
      case UInt8(ascii: "|"): counts.bar += 1
      case 0x0A, 0x0D: return mostFrequent(counts)
      default: break
      }
    }
    return mostFrequent(counts)
  }

  private struct Counts {
    var comma = 0
    var semicolon = 0
    var tab = 0
    var bar = 0
  }

  private static func mostFrequent(_ counts: Counts) -> CSVDelimiter {
    let others = max(counts.comma, counts.semicolon)
    if counts.tab > max(others, counts.bar) { return .tab }
    if counts.bar > others { return .bar }
    return counts.semicolon > counts.comma ? .semicolon : .comma
  }
}

/// How CSV is read.
public struct CSVOptions: Sendable, Equatable {
  /// The separator of fields.
  public var delimiter: CSVDelimiter
  /// Longest field in bytes, 1 MB by default: a field that never closes fails before it swallows a
  /// huge file.
  public var maximumFieldBytes: Int

  /// Whether a bad record is skipped and reported by ``CSVParser/takeBadRecords()`` instead of
  /// thrown, which ends the reading. After an unclosed quote the next record begins on the line
  /// after the quote.
  public var skipsBadRecords = false
  /// How the bytes of a field become text.
  public var textEncoding = TextEncoding.utf8

  /// The encodings of a field.
  public enum TextEncoding: Sendable, Equatable {
    /// UTF-8; anything else is ``CSVError/Reason/invalidUTF8``.
    case utf8
    /// UTF-8; a field that is not valid UTF-8 is read as Windows-1252, because old programs mix the
    /// two within a file.
    case utf8OrWindows1252
    /// ISO-8859-1, where every byte is a character.
    case latin1
    /// Windows-1252, as spreadsheets write it in Western Europe and America: ISO-8859-1 with `€`, dashes
    /// and curly quotes in place of control characters.
    case windows1252
  }

  /// Options with their defaults.
  public init(delimiter: CSVDelimiter = .automatic, maximumFieldBytes: Int = 1_048_576) {
    self.delimiter = delimiter
    self.maximumFieldBytes = maximumFieldBytes
  }
}
