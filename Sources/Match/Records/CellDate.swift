/// A date of a cell, as exact as it is written.
public struct CellDate: Sendable, Equatable {
  let year: Int
  let month: Int?
  let day: Int?
  private let isShort: Bool

  /// Whether it says more than a bare year, which may be any number.
  public var isExact: Bool { month != nil || isShort }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Reads `1999-05-03`, `3.5.1999`, `5/13/1999`, `May 3, 1999`, `May 1999`, `1999` and `'99`; nil
  /// for any other text. Of two numbers that may both be months the first is the day.
  public init?(_ text: String) {
    guard text.utf8.count <= 40 else { return nil }
    var scanner = CellScanner(TextFold.fold(text).utf8.map { $0 })
    isShort = scanner.takeShortYear()
    var numbers: [Int] = []
    var named: Int?
    while let part = scanner.part() {
      if let number = Int(part) {
        numbers.append(number)
      } else if let month = Self.months.firstIndex(of: String(part.prefix(3))), part.count <= 9 {
        guard named == nil else { return nil }
        named = month + 1
      } else if part.first == "t", numbers.count == 3 {
        break  // the time of an ISO 8601 date
      } else {
        return nil
      }
    }
    let fields = Self.fields(numbers, named, isShort)
    guard let fields, (1...12).contains(fields.month ?? 1), (1...31).contains(fields.day ?? 1)
    else { return nil }
    (year, month, day) = (fields.year, fields.month, fields.day)
  }

  private static func fields(
    _ numbers: [Int], _ named: Int?, _ isShort: Bool
  ) -> (year: Int, month: Int?, day: Int?)? {
    let isYear = { (number: Int) in (1000...2200).contains(number) }
    switch (numbers.count, named) {
    case (1, nil) where isShort:
      return (numbers[0] + (numbers[0] <= 30 ? 2000 : 1900), nil, nil)
    case (1, _) where isYear(numbers[0]): return (numbers[0], named, nil)
    case (2, let month?) where isYear(numbers[1]): return (numbers[1], month, numbers[0])
    case (2, nil) where isYear(numbers[0]): return (numbers[0], numbers[1], nil)
    case (3, nil) where isYear(numbers[0]): return (numbers[0], numbers[1], numbers[2])
    case (3, nil) where isYear(numbers[2]):
      return numbers[1] > 12
        ? (numbers[2], numbers[0], numbers[1]) : (numbers[2], numbers[1], numbers[0])
    default: return nil
    }
  }

  /// The days between two dates, as far as both say; 0 when the less exact one allows the other.
  func distance(to other: CellDate) -> Double {
    guard let month, let otherMonth = other.month else {
      return Double(abs(year - other.year)) * 365.25
    }
    let months = Double(year - other.year) * 12 + Double(month - otherMonth)
    guard let day, let otherDay = other.day else { return abs(months) * 30.44 }
    return abs((months * 30.44 + Double(day - otherDay)).rounded())
  }
}

/// Reads the parts of a folded cell one after the other.
struct CellScanner {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether nothing but signs is left.
  var isAtEnd: Bool { !bytes[place...].contains(where: CellWords.isAlphanumeric) }

  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  /// Whether the cell is an apostrophe with two digits.
  func takeShortYear() -> Bool {
    let rest = bytes.drop { $0 == 0x20 }
    return rest.count == 3 && rest.first == UInt8(ascii: "'")
      && rest.dropFirst().allSatisfy(CellWords.isDigit)
  }

  /// The next run of digits or of letters; nil at the end.
  mutating func part() -> String? {
    skipSigns()
    guard place < bytes.count else { return nil }
    let start = place
    let isNumber = CellWords.isDigit(bytes[place])
    while place < bytes.count, CellWords.isAlphanumeric(bytes[place]),
      CellWords.isDigit(bytes[place]) == isNumber
    {
      place += 1
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// The word at this place or behind spaces; empty when a digit comes first.
  mutating func word() -> String {
    skipSigns()
    guard place < bytes.count, !CellWords.isDigit(bytes[place]) else { return "" }
    return part() ?? ""
  }

  /// The next number with its decimals; nil when a letter comes first. A comma or a point before
  /// three digits, and more than one, separate thousands.
  mutating func number() -> Double? {
    let start = place
    skipSigns()
    guard place < bytes.count, CellWords.isDigit(bytes[place]) else {
      place = start
      return nil
    }
    let isNegative =
      place > 0 && bytes[place - 1] == UInt8(ascii: "-")
      && !bytes[..<(place - 1)].contains(where: CellWords.isAlphanumeric)
    var groups = [""]
    var signs: [UInt8] = []
    while place < bytes.count {
      let byte = bytes[place]
      let next = place + 1 < bytes.count && CellWords.isDigit(bytes[place + 1])
      if CellWords.isDigit(byte) {
        groups[groups.count - 1].unicodeScalars.append(Unicode.Scalar(byte))
      } else if next, byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") {
        signs.append(byte)
        groups.append("")
      } else {
        break
      }
      place += 1
    }
    let isThousands =
      signs.count > 1 && Set(signs).count == 1
      || signs.count == 1 && signs[0] == UInt8(ascii: ",") && groups[1].count == 3
    let decimals = signs.isEmpty || isThousands ? "" : groups.removeLast()
    guard let value = Double(groups.joined() + "." + decimals + "0") else { return nil }
    return isNegative ? -value : value
  }

  private mutating func skipSigns() {
    while place < bytes.count, !CellWords.isAlphanumeric(bytes[place]) { place += 1 }
  }
}
