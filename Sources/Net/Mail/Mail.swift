internal import CCurl
internal import Notation

/// A text to some recipients, sent by SMTP.
///
/// ```swift
/// let mail = try Mail(from: from, to: [to], subject: "News", text: "…", id: "e1f2")
/// try mail.send(by: server, user: nil, password: nil, configuration, at: now)
/// ```
public struct Mail: Sendable {
  /// Why a message was not sent.
  public struct Failure: Error, Sendable {
    /// The consequence of a failure.
    public enum Kind: String, Sendable {
      /// The message or an address cannot be sent by anybody.
      case invalid
      /// The server refuses it for good.
      case refused
      /// The server, or the way to it, may take it later.
      case passing
      /// The server's answer was lost: it may have accepted the message.
      case unknown
    }

    /// The consequence for the message.
    public let kind: Kind
    /// The failure, its place and what to do about it.
    public let message: String
    /// The server's last reply, where one came.
    public let status: Int?

    /// Makes a failure.
    public init(_ kind: Kind, _ message: String, status: Int? = nil) {
      (self.kind, self.message, self.status) = (kind, message, status)
    }
  }

  private static let (mostRecipients, mostBytes, mostSubject) = (20, 200_000, 1_000)
  private let from: String
  private let to: [String]
  private let subject: String
  private let text: String
  private let id: String

  /// - Parameter id: letters, digits, `-` and `_`; the same for the same message, so that a reader can tell one
  ///   that came twice.
  /// - Throws: ``Failure`` of kind `invalid`.
  public init(from: String, to: [String], subject: String, text: String, id: String) throws(Failure)
  {
    for address in [from] + to where !Self.isAddress(address) {
      throw Failure(.invalid, "\"\(address)\" is not an address such as me@example.org")
    }
    guard (1...Self.mostRecipients).contains(to.count) else {
      throw Failure(.invalid, "mail goes to 1 to \(Self.mostRecipients) addresses")
    }
    guard text.utf8.count <= Self.mostBytes, subject.utf8.count <= Self.mostSubject else {
      throw Failure(
        .invalid, "a text has \(Self.mostBytes) bytes at most, a subject \(Self.mostSubject)")
    }
    guard (1...100).contains(id.utf8.count), id.utf8.allSatisfy(Self.isNameByte) else {
      throw Failure(.invalid, "an id has 1 to 100 letters, digits, - and _")
    }
    (self.from, self.to, self.text, self.id) = (from, to, text, id)
    self.subject = String(
      String.UnicodeScalarView(
        subject.unicodeScalars.map { ControlCharacter($0) == nil ? $0 : " " }))
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// Whether a text is an address that can be sent to: in ASCII, without quotes, comments and names.
  public static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, (3...254).contains(text.utf8.count), parts.allSatisfy({ !$0.isEmpty }),
      !text.hasPrefix("-")
    else { return false }
    let isPlain = parts[0].utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7F && !"\"(),:;<>[\\]".utf8.contains($0)
    }
    return isPlain && parts[1].utf8.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ".") }
  }

  /// The message as it is sent.
  public func message(at seconds: Double) -> String {
    let domain = from.drop { $0 != "@" }
    let lines = [
      "Date: \(HTTPDate.format(seconds).dropLast(3))+0000", "From: <\(from)>",
      "To: " + to.map { "<\($0)>" }.joined(separator: ",\r\n "),
      "Subject: \(Self.words(subject))", "Message-ID: <\(id)\(domain)>",
      "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
    ]
    let plain = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .joined(separator: "\r\n")
    let body = Self.pieces(Base64URL.standard(Array(plain.utf8)), of: 76)
    return (lines + body).joined(separator: "\r\n") + "\r\n"
  }

  private static func pieces(_ text: String, of size: Int) -> [String] {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: size).map {
      String(decoding: bytes[$0..<min($0 + size, bytes.count)], as: UTF8.self)
    }
  }

  /// A subject, in encoded words (RFC 2047) where it is not short and plain.
  private static func words(_ subject: String) -> String {
    if subject.utf8.count <= 60, subject.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }),
      !subject.contains("=?")
    {
      return subject
    }
    var parts: [[UInt8]] = [[]]
    for scalar in subject.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if parts[parts.count - 1].count + bytes.count > 42 { parts.append([]) }
      parts[parts.count - 1] += bytes
    }
    return parts.map { "=?utf-8?B?\(Base64URL.standard($0))?=" }.joined(separator: "\r\n ")
  }

  /// Sends the message, over TLS alone. Blocks for a minute at most.
  /// - Parameters:
  ///   - user: nil: without a log-in.
  ///   - configuration: which certificates are trusted, and libcurl.
  /// - Throws: ``Failure``.
  public func send(
    by server: MailServer, user: String?, password: String?, _ configuration: HTTPConfiguration,
    at seconds: Double
  ) throws(Failure) {
    if let error = ccurl_load(configuration.libcurl) {
      throw Failure(
        .passing,
        "libcurl cannot be loaded: \(String(cString: error)); install it (Debian: libcurl4)")
    }
    let settings = CurlSettings(configuration)
    let result = withExtendedLifetime(settings) {
      handOver(to: server, user: user, password: password, settings, at: seconds)
    }
    guard result.code != CURLE_OK else { return }
    throw Self.failure(result, server)
  }

  private func handOver(
    to server: MailServer, user: String?, password: String?, _ settings: CurlSettings,
    at seconds: Double
  ) -> ccurl_mail_result {
    let message = self.message(at: seconds)
    let list = to.reduce(nil) { ccurl_list_append($0, "<\($1)>") }
    defer { ccurl_list_free(list) }
    var values = settings.values
    return server.address.withCString { url in
      "<\(from)>".withCString { from in
        message.withCString { text in
          Self.withOptional(user) { user in
            Self.withOptional(password) { password in
              var mail = ccurl_mail(
                url: url, user: user, password: password, from: from, to: list, text: text,
                length: message.utf8.count, connect_ms: 10_000, total_ms: 60_000)
              return ccurl_mail_send(&values, &mail)
            }
          }
        }
      }
    }
  }

  private static func withOptional<Value>(
    _ text: String?, _ body: (UnsafePointer<CChar>?) -> Value
  ) -> Value {
    guard let text else { return body(nil) }
    return text.withCString(body)
  }

  /// The failure of a transfer.
  private static func failure(_ result: ccurl_mail_result, _ server: MailServer) -> Failure {
    let status = Int(result.status)
    let said = withUnsafeBytes(of: result.error) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let reply = withUnsafeBytes(of: result.reply) { Array($0.prefix { $0 != 0 }) }
    let isRefusal = [UInt8(ascii: "4"), UInt8(ascii: "5")].contains(reply.first)
    let words =
      isRefusal
      ? SafeText.short(String(decoding: reply, as: UTF8.self))
      : said.isEmpty ? String(cString: ccurl_describe(result.code)) : said
    // The reply to DATA was the last one that came: that to the text itself was lost.
    if result.is_handed_over != 0, status == 354 {
      return Failure(
        .unknown, "the answer of \(server.address) was lost: \(words)", status: status)
    }
    // Replies from 500 on are for good (RFC 5321, 4.2.1), except for a log-in, which the user can put right.
    let isFinal = status >= 500 && result.code != CURLE_LOGIN_DENIED
    return Failure(
      isFinal ? .refused : .passing, "\(server.address) did not take it: \(words)",
      status: status > 0 ? status : nil)
  }
}
