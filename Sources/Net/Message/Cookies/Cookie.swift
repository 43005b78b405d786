internal import Notation

/// A cookie as a Set-Cookie field describes it (RFC 6265bis, 5.6).
struct Cookie: Sendable, Equatable {
  /// The longest name and value together, in bytes.
  static let maxBytes = 4_096
  /// The longest value of an attribute, in bytes; a longer one counts as absent.
  private static let maxAttributeBytes = 1_024

  var name: String
  var value: String
  /// In lower case without a leading dot; nil: only for the host that set it.
  var domain: String?
  /// nil: the folder of the address that set it.
  var path: String?
  /// Seconds from now, 0 or less for one that is over; nil: until the end of the run.
  var lifetime: Double?
  var isSecure = false

  /// Reads a Set-Cookie field.
  /// - Parameter now: seconds since 1970, from which an Expires counts.
  /// - Returns: nil for a field that no cookie comes of.
  init?(_ field: String, now: Double) {
    if field.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) { return nil }
    let parts = field.split(separator: ";", omittingEmptySubsequences: false)
    let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = pair.count == 2 ? Self.trimmed(pair[0]) : ""
    value = Self.trimmed(pair[pair.count - 1])
    let bytes = name.utf8.count + value.utf8.count
    guard bytes > 0, bytes <= Self.maxBytes else { return nil }
    var maxAge: Double?
    for part in parts.dropFirst() {
      let attribute = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let text = attribute.count == 2 ? Self.trimmed(attribute[1]) : ""
      if text.utf8.count > Self.maxAttributeBytes { continue }
      switch Self.trimmed(attribute[0]).lowercased() {
      case "expires": if let date = CookieDate.parse(text) { lifetime = date - now }
      case "max-age": maxAge = Self.seconds(text) ?? maxAge
      case "domain": domain = Self.domain(text)
      case "path": path = text.hasPrefix("/") ? text : nil
      case "secure": isSecure = true
      default: break
      }
    }
    lifetime = maxAge ?? lifetime
    guard keepsItsPrefix else { return nil }
  }

  /// 4.1.3: names that promise how the cookie was set.
  private var keepsItsPrefix: Bool {
    // Without a name, a value must not pass for one.
    let shown = (name.isEmpty ? value : name).lowercased()
    if shown.hasPrefix("__host-") {
      return !name.isEmpty && isSecure && domain == nil && path == "/"
    }
    return !shown.hasPrefix("__secure-") || !name.isEmpty && isSecure
  }

  private static func domain(_ text: String) -> String? {
    let plain = text.hasPrefix(".") ? text.dropFirst() : text[...]
    return plain.isEmpty ? nil : plain.lowercased()
  }

  private static func seconds(_ text: String) -> Double? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard let first = digits.utf8.first, (0x30...0x39).contains(first),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return text.hasPrefix("-") ? 0 : Double(digits)
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}

/// The date of a cookie, in whatever order its parts come (RFC 6265bis, 5.1.1).
enum CookieDate {
  /// Seconds since 1970; nil when it is not a date.
  static func parse(_ text: String) -> Double? {
    var clock: [Int]?
    var (day, month, year): (Int?, Int?, Int?)
    let isDelimiter: (Character) -> Bool = { !$0.isLetter && !$0.isNumber && $0 != ":" }
    for word in text.split(whereSeparator: isDelimiter) {
      let numbers = word.split(separator: ":").map { leading($0) }
      if clock == nil, numbers.count == 3, let hours = numbers[0], let minutes = numbers[1],
        let seconds = numbers[2]
      {
        clock = [hours, minutes, seconds]
      } else if day == nil, let number = leading(word), (1...2).contains(digits(word)) {
        day = number
      } else if month == nil,
        let index = CivilDate.months.firstIndex(
          of: word.prefix(1).uppercased() + word.dropFirst().prefix(2).lowercased())
      {
        month = index + 1
      } else if year == nil, let number = leading(word), (2...4).contains(digits(word)) {
        year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
      }
    }
    guard let clock, let day, let month, let year, year >= 1601, clock[0] < 24, clock[1] < 60,
      clock[2] < 60, (1...31).contains(day)
    else { return nil }
    let date = CivilDate.dayNumber(year: year, month: month, day: day)
    return Double(date * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2])
  }

  private static func digits(_ word: Substring) -> Int {
    word.prefix { ("0"..."9").contains($0) }.count
  }

  private static func leading(_ word: Substring) -> Int? {
    let digits = word.prefix { ("0"..."9").contains($0) }
    return digits.count <= 4 ? Int(digits) : nil
  }
}
