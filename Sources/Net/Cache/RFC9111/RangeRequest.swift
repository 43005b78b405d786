/// One range of bytes that a request asks for (RFC 9110, 14.1.2), to be cut out of a stored answer.
struct RangeRequest: Equatable {
  private enum Bounds: Equatable {
    case from(Int, through: Int?)
    case last(Int)
  }

  private let bounds: Bounds

  /// Reads a Range field; nil for several ranges, other units and what cannot be read, all of which
  /// only the origin can answer.
  init?(_ field: String) {
    let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (Self.number(ends[0]), Self.number(ends[1])) {
    case (let first?, let last?) where first <= last: bounds = .from(first, through: last)
    case (let first?, nil) where ends[1].isEmpty: bounds = .from(first, through: nil)
    case (nil, let count?) where ends[0].isEmpty: bounds = .last(count)
    default: return nil
    }
  }

  /// The part of a stored answer that a request asks for, as a 206 (RFC 9110, 15.3.7).
  /// - Parameter whole: a fresh answer of status 200.
  /// - Returns: nil where the origin has to answer: a range outside of the body, an If-Range that does
  ///   not name this answer.
  static func answer(_ request: HTTPHeaders, from whole: HTTPResponse) -> HTTPResponse? {
    guard whole.status == 200, let range = request["Range"].flatMap(RangeRequest.init),
      range.holds(request["If-Range"], whole.headers),
      let bytes = range.bytes(of: whole.body.count)
    else { return nil }
    var part = whole
    part.status = 206
    part.body = Array(whole.body[bytes])
    part.headers["Content-Length"] = String(bytes.count)
    part.headers["Content-Range"] =
      "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(whole.body.count)"
    return part
  }

  /// The places in a body of `count` bytes; nil when there are none.
  func bytes(of count: Int) -> Range<Int>? {
    switch bounds {
    case .from(let first, let last):
      guard first < count else { return nil }
      return first..<(min(last ?? .max, count - 1) + 1)
    case .last(let wanted):
      let start = max(0, count - wanted)
      return start < count ? start..<count : nil
    }
  }

  /// RFC 9110, 13.1.5: a strong tag, or the very date, of the stored answer.
  private func holds(_ condition: String?, _ stored: HTTPHeaders) -> Bool {
    guard let condition else { return true }
    if condition.hasPrefix("W/") { return false }
    return condition == (condition.hasPrefix("\"") ? stored["ETag"] : stored["Last-Modified"])
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
