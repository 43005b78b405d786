import Foundation

/// A program's output on a terminal of some width: whether a row was too long for it, and
/// what is seen of control sequences.
struct TerminalRows {
  /// Rows that went past the last column, as far as they were written by then.
  private(set) var overlong: [String] = []
  /// The text without control sequences.
  private(set) var text = ""
  /// Whether a sequence sets a colour or weight (ECMA-48, SGR).
  private(set) var isStyled = false

  private let columns: Int
  private var column = 0
  private var row = ""

  init(_ output: String, columns: Int) {
    self.columns = columns
    var rest = output.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{1B}": takeSequence(&rest)
      case "\n", "\r":
        text.unicodeScalars.append(scalar)
        (column, row) = (0, "")
      default: put(scalar)
      }
    }
  }

  /// Marks take none, East Asian wide characters and pictures two (Unicode TR11, roughly).
  private static func cells(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    let wide: [ClosedRange<UInt32>] = [
      0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    text.unicodeScalars.append(scalar)
    row.unicodeScalars.append(scalar)
    column += Self.cells(scalar)
    if column > columns {
      overlong.append(row)
      (column, row) = (0, "")
    }
  }

  /// CSI and OSC sequences, and those of two characters; the cursor's movements end a row.
  private mutating func takeSequence(_ rest: inout Substring.UnicodeScalarView) {
    guard let kind = rest.popFirst() else { return }
    if kind == "]" {
      while let scalar = rest.popFirst(), scalar != "\u{7}", scalar != "\u{1B}" {}
      return
    }
    guard kind == "[" else { return }
    while let scalar = rest.popFirst() {
      guard (0x40...0x7E).contains(scalar.value) else { continue }
      if scalar == "m" { isStyled = true }
      if "HfABEFG".unicodeScalars.contains(scalar) { (column, row) = (0, "") }
      return
    }
  }
}
