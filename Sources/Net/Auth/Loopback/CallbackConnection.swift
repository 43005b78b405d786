internal import Glibc

/// A browser's request to the listener.
struct CallbackRequest: Sendable, Equatable {
  let method: String
  let target: String
  /// The Host field, in lower case.
  let host: String

  /// Reads the head of a request; nil when it is malformed (RFC 9112: one Host, no space in names).
  init?(head: [UInt8]) {
    let lines = String(decoding: head, as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else {
      return nil
    }
    var hosts: [String] = []
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), line.first != " ", line.first != "\t" else {
        return nil
      }
      if line[..<colon].lowercased() == "host" {
        hosts.append(line[line.index(after: colon)...].split(separator: " ").joined().lowercased())
      }
    }
    guard hosts.count == 1 else { return nil }
    method = String(words[0])
    target = String(words[1])
    host = hosts[0]
  }
}

// @unchecked Sendable: used by one thread at a time, the listener's and then that of the log-in.
/// A connection of a browser: one request, one page.
final class CallbackConnection: @unchecked Sendable {  // confined: see above
  private static let mostBytes = 16_384
  private(set) var file: Int32
  private let deadline: Double
  private var buffer: [UInt8] = []
  private var isTaken = false

  /// - Parameter deadline: when it is given up, on the listener's clock.
  init(_ file: Int32, until deadline: Double) {
    self.file = file
    self.deadline = deadline
  }

  deinit { leave() }

  /// Whether nothing more will come of it.
  var isDone: Bool { file < 0 || CallbackListener.now > deadline }

  /// Reads what is there.
  func read() {
    guard file >= 0 else { return }
    var block = [UInt8](repeating: 0, count: 4_096)
    let count = recv(file, &block, block.count, 0)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    guard count > 0 else { return leave() }
    buffer += block[..<count]
    if buffer.count > Self.mostBytes { answer(431, .problem("The request is too long.")) }
  }

  /// The request, once it is whole; once.
  func takeRequest() -> CallbackRequest? {
    let mark: [UInt8] = [13, 10, 13, 10]
    guard !isTaken, file >= 0, let end = firstRange(of: mark) else { return nil }
    isTaken = true
    guard let request = CallbackRequest(head: Array(buffer[..<end])) else {
      answer(400, .problem("This is not a request of a browser."))
      return nil
    }
    return request
  }

  private func firstRange(of mark: [UInt8]) -> Int? {
    guard buffer.count >= mark.count else { return nil }
    return (0...(buffer.count - mark.count)).first { buffer[$0...].starts(with: mark) }
  }

  /// Sends a page and closes.
  func answer(_ status: Int, _ page: CallbackPage) {
    guard file >= 0 else { return }
    let body = Array(page.html.utf8)
    let head = """
      HTTP/1.1 \(status) \(status == 200 ? "OK" : "Refused")\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(body.count)\r
      Cache-Control: no-store\r
      Referrer-Policy: no-referrer\r
      X-Content-Type-Options: nosniff\r
      Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'\r
      Connection: close\r
      \r

      """
    var rest = (Array(head.utf8) + body)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      // The page is smaller than a socket's buffer: one that is full belongs to nobody who reads.
      if sent <= 0 { break }
      rest = rest.dropFirst(sent)
    }
    finishReading()
    leave()
  }

  /// Unread bytes at the close would make the kernel reset the connection, page and all.
  private func finishReading() {
    shutdown(file, Int32(SHUT_WR))
    var block = [UInt8](repeating: 0, count: 4_096)
    while recv(file, &block, block.count, 0) > 0 {}
  }

  private func leave() {
    if file >= 0 { close(file) }
    file = -1
  }
}

/// The page that the browser shows in the end.
enum CallbackPage: Sendable {
  case signedIn(service: String, account: String?)
  case failed(service: String, why: String)
  case foreign(String)
  case problem(String)

  /// A page without scripts, pictures or anything else to load.
  var html: String {
    let (title, text) = words
    return """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>mixhost: \(Self.escape(title))</title>
      <style>
      :root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif; }
      main { max-width: 34rem; margin: 18vh auto 0; padding: 0 1.5rem; }
      h1 { font-size: 1.7rem; line-height: 1.2; }
      </style>
      <main><h1>\(Self.escape(title))</h1><p>\(Self.escape(text))</p></main></html>

      """
  }

  private var words: (title: String, text: String) {
    switch self {
    case .signedIn(let service, let account):
      (
        account.map { "Signed in as \($0)" } ?? "Signed in",
        "mixhost may now use \(service) for you. You can close this window."
      )
    case .failed(let service, let why):
      ("Not signed in to \(service)", why + ". You can close this window.")
    case .foreign(let why):
      (
        "This answer was ignored",
        "It does not belong to the log-in that waits: \(why). Use the newest window."
      )
    case .problem(let text): ("mixhost waits for a log-in", text)
    }
  }

  private static func escape(_ text: String) -> String {
    // A letter before a sign may make one character with it.
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(scalar)
      }
    }.joined()
  }
}
