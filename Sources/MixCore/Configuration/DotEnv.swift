/// Parses `.env` files: lines `KEY=VALUE`, with `export `, comments and quotes as in shells.
///
/// `DotEnv.parse("API_KEY=abc # mine").values` is `["API_KEY": "abc"]`.
public enum DotEnv {
  /// A line that is ignored.
  public struct Problem: Sendable, Equatable {
    /// The line's number, from 1.
    public let line: Int
    /// The expectation or the fault. It never quotes the line, which may be a secret.
    public let reason: String
  }

  /// The contents of a file.
  public struct Content: Sendable, Equatable {
    /// The values of all valid lines.
    public var values: [String: String] = [:]
    /// The invalid lines.
    public var problems: [Problem] = []
  }

  /// Parses a whole file; invalid lines are ignored and reported.
  ///
  /// Unquoted values end at ` #` or the end of the line and lose white space around them. In single
  /// quotes and between back-quotes everything stands for itself; in double quotes `\n`, `\t`, `\r`,
  /// `\"`, `\\`, `\$` and a back-quote behind a backslash are escapes. A quoted value may span lines.
  /// Nothing is substituted.
  /// The last of several counts.
  public static func parse(_ bytes: [UInt8]) -> Content {
    // As Windows PowerShell writes what `>` sends to a file.
    let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
    guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else {
      return parse(String(decoding: bytes, as: UTF8.self))
    }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return parse(String(decoding: units, as: UTF16.self))
  }

  /// Parses the text of a file, as ``parse(_:)-([UInt8])`` does.
  public static func parse(_ text: String) -> Content {
    var content = Content()
    var reader = Reader(text)
    while true {
      do throws(Fault) {
        guard let (key, value) = try reader.next() else { return content }
        content.values[key] = value
      } catch {
        content.problems.append(Problem(line: error.line, reason: error.reason))
        reader.skip(error)
      }
    }
  }

  private struct Fault: Error {
    let line: Int
    let reason: String
    /// The offset of the next line.
    let offset: Int
  }

  private struct Reader {
    private let scalars: [Unicode.Scalar]
    private var offset = 0
    private var line = 1

    init(_ text: String) {
      // Editors of other systems write a byte order mark, and carriage returns with line feeds or alone.
      let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      let scalars = Array(lines.unicodeScalars)
      self.scalars = Array(scalars[(scalars.first == "\u{FEFF}" ? 1 : 0)...])
    }

    private var current: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

    private mutating func advance() {
      if current == "\n" { line += 1 }
      offset += 1
    }

    private func fault(_ reason: String) -> Fault {
      Fault(line: line, reason: reason, offset: offset)
    }

    /// Continues after the line of a fault.
    mutating func skip(_ fault: Fault) {
      (offset, line) = (fault.offset, fault.line)
      skipLine()
    }

    mutating func next() throws(Fault) -> (String, String)? {
      while let scalar = current {
        if scalar == "#" { skipLine() } else if !isSpace(scalar) && scalar != "\n" { break }
        if current != nil { advance() }
      }
      guard current != nil else { return nil }
      var key = name()
      if key == "export", let scalar = current, isSpace(scalar) {
        skipSpace()
        key = name()
      }
      skipSpace()
      guard !key.isEmpty, !(key.first?.isNumber ?? false), current == "=" else {
        throw fault("expected NAME=VALUE")
      }
      advance()
      skipSpace()
      return (key, try value(of: key))
    }

    private mutating func value(of key: String) throws(Fault) -> String {
      guard let quote = current, Self.quotes.contains(quote) else { return bare() }
      let unclosed = fault("the quote of \(key) is never closed")
      advance()
      var text = String.UnicodeScalarView()
      while let scalar = current, scalar != quote {
        advance()
        if scalar == "\\", quote == "\"", let escaped = current {
          advance()
          if let plain = Self.escapes[escaped] {
            text.append(plain)
          } else {
            text += [scalar, escaped]
          }
        } else {
          text.append(scalar)
        }
      }
      guard current != nil else { throw unclosed }
      advance()
      skipSpace()
      if current == "#" { skipLine() }
      guard current == nil || current == "\n" else {
        throw fault("unexpected text after the closing quote of \(key)")
      }
      return String(text)
    }

    private static let quotes: [Unicode.Scalar] = ["\"", "'", "`"]

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
      "n": "\n", "t": "\t", "r": "\r", "\"": "\"", "\\": "\\", "$": "$", "`": "`",
    ]

    private mutating func bare() -> String {
      var text = String.UnicodeScalarView()
      while let scalar = current, scalar != "\n" {
        if scalar == "#", text.isEmpty || text.last.map(isSpace) == true {
          skipLine()
          break
        }
        text.append(scalar)
        advance()
      }
      while let last = text.last, isSpace(last) { text.removeLast() }
      return String(text)
    }

    private mutating func name() -> String {
      var text = String.UnicodeScalarView()
      while let scalar = current,
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
          || scalar == "_"
      {
        text.append(scalar)
        advance()
      }
      return String(text)
    }

    private mutating func skipSpace() {
      while let scalar = current, isSpace(scalar) { advance() }
    }

    private mutating func skipLine() {
      while let scalar = current, scalar != "\n" { advance() }
    }

    private func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
  }
}
