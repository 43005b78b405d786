internal import Glibc

/// The kind of a cell of a table.
public enum CellKind: String, CaseIterable, Sendable {
  /// A number, with or without a unit: `103 min`, `1h 43min`, `12.5 %`.
  case number
  /// A number with a currency: `$12.99`, `12,99 €`.
  case money
  /// A day, a month with a year, or a year behind an apostrophe.
  case date
  /// Coordinates, or words with a number in front or behind, as addresses are.
  case place
  /// One word of letters and digits, or a long number, such as an ISBN.
  case code
  /// Several short texts with separators.
  case list
  /// Up to four words without digits.
  case name
  /// Any other text.
  case text

  /// The kind of a cell; nil for one without letters and digits.
  public init?(of text: String) {
    let words = CellWords.split(text)
    guard !words.isEmpty else { return nil }
    let digits = words.count { $0.isNumber }
    if CellDate(text)?.isExact == true {
      self = .date
    } else if let code = Self.code(text, words) {
      self = code
    } else if let number = CellNumber(text) {
      self = number.isMoney ? .money : .number
    } else if CellPlace(text) != nil {
      self = .place
    } else if Self.isList(text) {
      self = .list
    } else if digits == 0 {
      self = words.count <= 4 ? .name : .text
    } else {
      let atEnd = words.first?.isNumber == true || words.last?.isNumber == true
      self = atEnd && words.count >= 3 && digits < words.count ? .place : .text
    }
  }

  private static func code(_ text: String, _ words: [CellWord]) -> CellKind? {
    let bytes = text.utf8.drop { $0 == 0x20 }
    let plain = bytes.filter { CellWords.isASCIIAlphanumeric($0) }
    let digits = plain.count { CellWords.isDigit($0) }
    guard plain.count >= 5, digits > 0,
      bytes.allSatisfy({ CellWords.isASCIIAlphanumeric($0) || "-_/.".utf8.contains($0) })
    else { return nil }
    if digits == plain.count { return digits >= 8 && !bytes.contains(0x2E) ? .code : nil }
    return CellNumber(text) == nil ? .code : nil
  }

  private static func isList(_ text: String) -> Bool {
    let marked = text.split { ";|".contains($0) }.count
    if marked >= 2 { return true }
    let parts = text.split(separator: ",")
    return parts.count >= 3 && parts.allSatisfy { $0.split(separator: " ").count <= 4 }
  }
}

/// A number of a cell, in minutes, grams or metres where its unit is one of time, weight or length.
public struct CellNumber: Sendable, Equatable {
  /// The value.
  public let value: Double
  /// Whether a currency stands beside it.
  public let isMoney: Bool

  private static let units: [String: Double] = [
    "h": 60, "hr": 60, "hrs": 60, "hour": 60, "hours": 60, "s": 1 / 60, "sec": 1 / 60,
    "second": 1 / 60, "seconds": 1 / 60, "kg": 1000, "mg": 0.001, "lb": 453.592, "lbs": 453.592,
    "oz": 28.3495, "km": 1000, "cm": 0.01, "mm": 0.001, "in": 0.0254, "ft": 0.3048,
    "ml": 0.001, "cl": 0.01, "tb": 1024, "mb": 1 / 1024,
  ]
  private static let currencies: Set<String> = ["usd", "eur", "gbp", "jpy", "chf", "cad", "aud"]

  /// Reads a cell that holds a number and its unit alone; nil for any other.
  public init?(_ text: String) {
    guard text.utf8.count <= 40 else { return nil }
    let signs = "$€£¥₹"
    var money = text.contains { signs.contains($0) }
    let folded = TextFold.fold(String(text.map { signs.contains($0) ? " " : $0 }))
    var scanner = CellScanner(folded.utf8.map { $0 })
    let lead = scanner.word()
    guard lead.isEmpty || Self.currencies.contains(lead) else { return nil }
    if !lead.isEmpty { money = true }
    var total = 0.0
    var count = 0
    while let number = scanner.number() {
      count += 1
      if scanner.take(":") {
        guard let rest = scanner.number() else { return nil }
        let last = scanner.take(":") ? scanner.number() : nil
        total = last.map { number * 60 + rest + $0 / 60 } ?? number + rest / 60
      } else {
        let unit = scanner.word()
        if Self.currencies.contains(unit) { money = true }
        let factor = Self.units[unit]
        // Only hours have minutes behind them.
        guard count == 1 || total >= 60 else { return nil }
        total += number * (factor ?? 1)
        if factor == nil, !scanner.isAtEnd { return nil }
      }
    }
    guard count > 0, scanner.isAtEnd else { return nil }
    (value, isMoney) = (total, money)
  }
}

/// A point on the earth, in degrees.
public struct CellPlace: Sendable, Equatable {
  let latitude: Double
  let longitude: Double

  /// Reads `48.8566, 2.3522`; nil for any other text.
  public init?(_ text: String) {
    let parts = text.split { ",; ".contains($0) }
    guard parts.count == 2, parts.allSatisfy({ $0.contains(".") }),
      let first = Double(parts[0]), let second = Double(parts[1]), abs(first) <= 90,
      abs(second) <= 180
    else { return nil }
    (latitude, longitude) = (first, second)
  }

  /// The distance in kilometres, exact enough for neighbours.
  func distance(to other: CellPlace) -> Double {
    let width = cos((latitude + other.latitude) / 2 * .pi / 180)
    let (north, east) = (latitude - other.latitude, (longitude - other.longitude) * width)
    return 111.2 * (north * north + east * east).squareRoot()
  }
}
