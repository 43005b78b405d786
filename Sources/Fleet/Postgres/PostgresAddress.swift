internal import CPostgres
internal import Glibc
internal import Notation
internal import Reactor

/// The address of a fleet's store: `postgres://user@server:port/database?sslmode=…`, as libpq reads
/// it, with mixhost's own parameters `schema` and `fleet`.
///
/// Missing parts come from `PG*` variables, `.pgpass` and libpq's defaults.
///
/// ```swift
/// let address = try PostgresAddress("postgres://mix@db.example/media?schema=books")
/// ```
public struct PostgresAddress: Sendable, Hashable {
  /// The schema if the address names none.
  public static let defaultSchema = "mixhost"

  /// The address for libpq, without mixhost's own parameters.
  let plain: String
  /// The schema; nil if `search_path` in the address's `options` decides.
  let schema: String?
  /// The name that the fleet must have; nil for any.
  let fleet: String?
  /// The address for messages, without the password.
  public let shown: String

  /// - Throws: ``Problem``, whose text quotes nothing of the address but names of parameters.
  public init(_ text: String) throws {
    guard let range = Self.afterScheme(text) else {
      throw Problem("must be postgres://user@host/database")
    }
    let rest = text[range]
    let mark = rest.firstIndex(of: "?")
    let place = rest[..<(mark ?? rest.endIndex)]
    try Self.check(place)
    var kept: [Substring] = []
    var own: [String: String] = [:]
    for part in mark.map({ rest[rest.index(after: $0)...].split(separator: "&") }) ?? [] {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { throw Problem("has a parameter without a value: \(pair[0])") }
      if pair[0] == "schema" || pair[0] == "fleet" {
        own[String(pair[0])] = try Self.name(pair[1], of: String(pair[0]))
      } else {
        kept.append(part)
      }
    }
    let query = kept.isEmpty ? "" : "?" + kept.joined(separator: "&")
    plain = "postgresql://" + place + query
    let choosesPath = kept.contains { $0.hasPrefix("options=") && $0.contains("search_path") }
    schema = own["schema"] ?? (choosesPath ? nil : Self.defaultSchema)
    fleet = own["fleet"]
    shown = Self.masked(text)
  }

  /// Why a text is not a valid address.
  public struct Problem: Error, Sendable, CustomStringConvertible {
    /// The problem, for messages.
    public let description: String
    init(_ description: String) { self.description = description }
  }

  /// The problem of a text as an address; nil if it is valid.
  @Sendable public static func problem(_ text: String) -> String? {
    do {
      _ = try PostgresAddress(text)
      return nil
    } catch { return "\(error)" }
  }

  // MARK: Passwords

  /// The address with `***` for its password. A text that is not an address is hidden completely.
  @Sendable public static func masked(_ text: String) -> String {
    guard let range = afterScheme(text), !secrets(text).isEmpty else {
      return afterScheme(text) == nil ? SecretMask.stars : text
    }
    let rest = text[range]
    var shown = String(text[..<range.lowerBound])
    let mark = rest.firstIndex(of: "?") ?? rest.endIndex
    let place = rest[..<mark]
    if let at = place.lastIndex(of: "@"), let colon = place[..<at].firstIndex(of: ":") {
      shown += place[...colon] + SecretMask.stars + place[at...]
    } else {
      shown += place
    }
    guard mark < rest.endIndex else { return shown }
    let parts = rest[rest.index(after: mark)...].split(separator: "&").map { part -> String in
      secretParameters.first { part.hasPrefix($0) }.map { $0 + SecretMask.stars } ?? String(part)
    }
    return shown + "?" + parts.joined(separator: "&")
  }

  /// The passwords in an address, both as written and decoded.
  @Sendable public static func secrets(_ text: String) -> [String] {
    guard let range = afterScheme(text) else { return [] }
    let rest = text[range]
    let mark = rest.firstIndex(of: "?") ?? rest.endIndex
    let place = rest[..<mark]
    var found: [Substring] = []
    if let at = place.lastIndex(of: "@"), let colon = place[..<at].firstIndex(of: ":") {
      found.append(place[place.index(after: colon)..<at])
    }
    if mark < rest.endIndex {
      for part in rest[rest.index(after: mark)...].split(separator: "&") {
        guard let name = secretParameters.first(where: { part.hasPrefix($0) }) else { continue }
        found.append(part.dropFirst(name.count))
      }
    }
    return found.filter { !$0.isEmpty }.flatMap { [String($0), FormFields.unescape($0)] }
  }

  private static let secretParameters = ["password=", "sslpassword="]

  // MARK: Reading

  private static func afterScheme(_ text: String) -> Range<String.Index>? {
    for scheme in ["postgres://", "postgresql://"] where text.hasPrefix(scheme) {
      return text.index(text.startIndex, offsetBy: scheme.count)..<text.endIndex
    }
    return nil
  }

  // If libpq took a text for a server or a port, it would quote it in its message; the text may be
  // part of a password.
  private static func check(_ place: Substring) throws {
    let slash = place.firstIndex(of: "/") ?? place.endIndex
    let authority = place[..<slash]
    let marks = authority.split(separator: "@", omittingEmptySubsequences: false)
    if marks.count > 2 { throw Problem("has more than one @: write the password's as %40") }
    if place[slash...].contains("@") {
      throw Problem("has an @ after a /: write the password's / as %2F")
    }
    for host in marks[marks.count - 1].split(separator: ",") {
      let bracket = host.lastIndex(of: "]") ?? host.startIndex
      guard let colon = host[bracket...].firstIndex(of: ":") else { continue }
      let port = host[host.index(after: colon)...]
      if !port.allSatisfy({ $0.isASCII && $0.isNumber }) {
        throw Problem(
          "has a port that is not a number: a password is written before an @, its ? and # as %3F and %23"
        )
      }
    }
  }

  private static func name(_ text: Substring, of parameter: String) throws -> String {
    let name = FormFields.unescape(text)
    let isPlain = name.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
    }
    guard isPlain, !name.isEmpty, name.utf8.count <= 40, !name.hasPrefix("pg_") else {
      throw Problem("has a \(parameter) that is not 1 to 40 of a-z, 0-9 and _")
    }
    return name
  }
}

extension PostgresAddress {
  /// The user for messages: that of the address, of PGUSER, or of this process.
  var user: String {
    let place = plain.dropFirst("postgresql://".utf8.count).prefix { $0 != "?" }
    if let at = place.lastIndex(of: "@") {
      let name = place[..<at].prefix { $0 != ":" }
      if !name.isEmpty { return FormFields.unescape(name) }
    }
    for variable in ["PGUSER", "USER"] {
      if let name = getenv(variable).map({ String(cString: $0) }), !name.isEmpty { return name }
    }
    return "NAME"
  }

  /// The parameters that libpq reads from the address, the environment and its defaults.
  /// - Throws: ``PostgresFailure``.
  func parameters() throws -> [(key: String, value: String)] {
    final class Found { var list: [(key: String, value: String)] = [] }
    let found = Found()
    var message = [CChar](repeating: 0, count: 1_024)
    let code = cpostgres_parse(
      plain, Unmanaged.passUnretained(found).toOpaque(),
      { context, key, value in
        guard let context, let key, let value else { return }
        Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().list.append(
          (String(cString: key), String(cString: value)))
      }, &message, message.count)
    guard code == 0 else {
      throw PostgresFailure.connection(
        state: nil,
        hiding(
          String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)))
    }
    return found.list
  }

  /// The first line of a text from libpq or the server, with the password hidden.
  func hiding(_ text: String) -> String {
    var shown = text.split(separator: "\n").first.map(String.init) ?? ""
    for secret in Self.secrets(plain) {
      shown = SecretMask(secrets: [secret]).mask(shown)
    }
    return shown
  }
}

extension PostgresAddress {
  /// Completes a PostgreSQL command with the address of these tables. The password is left to
  /// `.pgpass` and `PGPASSWORD`, because other processes can read a command line.
  public func command(_ words: String) -> String {
    let place = Self.withoutPasswords(plain)
    if words.hasPrefix("pg_restore") {
      return words.replacing("DATABASE", with: "'\(place)'")
    }
    return words + (schema.map { " --schema=\($0)" } ?? "") + " '\(place)'"
  }

  private static func withoutPasswords(_ text: String) -> String {
    guard let range = afterScheme(text) else { return "" }
    let rest = text[range]
    let mark = rest.firstIndex(of: "?") ?? rest.endIndex
    var place = String(rest[..<mark])
    if let at = place.lastIndex(of: "@"), let colon = place[..<at].firstIndex(of: ":") {
      place.removeSubrange(colon..<at)
    }
    let kept = rest[mark...].dropFirst().split(separator: "&").filter { part in
      !secretParameters.contains { part.hasPrefix($0) }
    }
    return text[..<range.lowerBound] + place
      + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
  }
}
