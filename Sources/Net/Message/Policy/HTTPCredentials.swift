internal import Notation

/// Log-ins of the user's own services, by origin: the setting `http.credentials`.
///
/// Entries are separated by spaces: `https://nas.local:5001=USER:PASSWORD` (Basic, RFC 7617) and
/// `https://api.example.org=TOKEN` (bearer, RFC 6750). In each part `%`, `:` and space are
/// percent-encoded. A log-in is sent to its own origin only.
public struct HTTPCredentials: Sendable {
  private struct Problem: Error {
    let text: String
  }

  // By `https://host:port`.
  private var fields: [String: String] = [:]
  /// Texts that must never be shown: passwords and tokens.
  public private(set) var secrets: [String] = []

  /// The entries that can be read; see ``problem(_:)`` for what is wrong with the others.
  public init(_ text: String) {
    for entry in text.split(separator: " ") {
      guard let (origin, field, secret) = try? Self.read(entry) else { continue }
      fields[origin] = field
      secrets.append(secret)
      // A field that is shown whole shows the password, too.
      secrets += field.split(separator: " ").dropFirst().map(String.init)
    }
  }

  /// The fault of a text, without any of its secrets; nil when it can be read.
  public static func problem(_ text: String) -> String? {
    for entry in text.split(separator: " ") {
      do { _ = try read(entry) } catch { return (error as? Problem)?.text }
    }
    return nil
  }

  /// The Authorization field of a request to an address; nil when its origin has no log-in.
  public func authorization(for url: String) -> String? {
    HTTPOrigin.text(of: url).flatMap { fields[$0] }
  }

  private static func read(_ entry: Substring) throws -> (
    origin: String, field: String, secret: String
  ) {
    let parts = entry.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else {
      throw Problem(text: "must be ORIGIN=USER:PASSWORD or ORIGIN=TOKEN")
    }
    guard let url = try? HTTPURL(String(parts[0])), url.target == "/" else {
      throw Problem(text: "must begin with an origin such as https://nas.local:5001")
    }
    let words = parts[1].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let decoded = words.map { Self.decoded($0) }
    guard decoded.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else {
      throw Problem(text: "must have no control characters in what it says of \(url.authority)")
    }
    if decoded.count == 1 {
      guard decoded[0].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw Problem(text: "must have a token of printable ASCII for \(url.authority)")
      }
      return (url.origin.text, "Bearer " + decoded[0], decoded[0])
    }
    // RFC 7617, 2: a colon would end the user's name.
    guard !decoded[0].contains(":") else {
      throw Problem(text: "must have a user's name without a colon for \(url.authority)")
    }
    let pair = Base64URL.standard(Array("\(decoded[0]):\(decoded[1])".utf8))
    return (url.origin.text, "Basic " + pair, decoded[1])
  }
}

extension HTTPCredentials {
  /// A part with its percent-encoding undone; a zero where that is wrong.
  private static func decoded(_ part: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(part.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ $0 != UInt8(ascii: "+") }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return "\0" }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Scheme, host and port of an address (RFC 6454).
public enum HTTPOrigin {
  /// `https://host` or `https://host:port` in normal form; nil for anything that is not an http(s) address.
  public static func text(of url: String) -> String? { (try? HTTPURL(url))?.origin.text }
}
