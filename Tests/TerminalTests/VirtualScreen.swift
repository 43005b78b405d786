/// A terminal that understands what a live table writes: text, CR, LF, and of ECMA-48 CUU, EL 2 and ED.
struct VirtualScreen {
  private(set) var scrollback: [String] = []
  private var lines: [String]
  private var row = 0
  private var column = 0
  /// Sequences that it does not know.
  private(set) var unknown: [String] = []

  init(rows: Int) { lines = Array(repeating: "", count: rows) }

  /// Everything that can be seen, also by scrolling, without empty lines at the end.
  var text: [String] {
    var all = scrollback + lines
    while all.last?.isEmpty == true { all.removeLast() }
    return all
  }

  mutating func write(_ text: String) {
    var rest = Substring(text)
    while let character = rest.first {
      if rest.hasPrefix("\u{1B}[") {
        let end = rest.dropFirst(2).firstIndex { $0.isLetter } ?? rest.endIndex
        obey(String(rest[..<end].dropFirst(2)), rest[end])
        rest = rest[rest.index(after: end)...]
        continue
      }
      rest = rest.dropFirst()
      switch character {
      case "\n": lineFeed()
      case "\r": column = 0
      default: put(character)
      }
    }
  }

  private mutating func obey(_ number: String, _ letter: Character) {
    switch (letter, number) {
    case ("A", _): row = max(0, row - (Int(number) ?? 1))
    case ("K", "2"): lines[row] = ""
    case ("J", ""):
      lines[row] = String(lines[row].prefix(column))
      for below in lines.indices.dropFirst(row + 1) { lines[below] = "" }
    case ("m", _): break
    default: unknown.append(number + String(letter))
    }
  }

  private mutating func lineFeed() {
    column = 0
    if row + 1 < lines.count {
      row += 1
    } else {
      scrollback.append(lines.removeFirst())
      lines.append("")
    }
  }

  private mutating func put(_ character: Character) {
    var line = Array(lines[row])
    while line.count <= column { line.append(" ") }
    line[column] = character
    lines[row] = String(line)
    column += 1
  }
}
