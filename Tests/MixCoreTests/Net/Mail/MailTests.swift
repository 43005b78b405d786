import MixCore
import Testing

@Suite("Mail")
struct MailTests {
  private func mail(
    from: String = "me@example.org", to: [String] = ["you@example.org"], _ subject: String = "News",
    _ text: String = "Text", id: String = "a-1"
  ) throws -> Mail { try Mail(from: from, to: to, subject: subject, text: text, id: id) }

  private func lines(_ mail: Mail) -> [String] {
    mail.message(at: 1_795_836_762).split(separator: "\r\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  @Test("A server has a scheme and a port, and nothing else")
  func servers() {
    #expect(MailServer("smtp://Mail.example.org")?.address == "smtp://mail.example.org:587")
    #expect(MailServer("smtps://mail.example.org")?.address == "smtps://mail.example.org:465")
    #expect(MailServer("smtp://127.0.0.1:25")?.address == "smtp://127.0.0.1:25")
    #expect(MailServer("smtp://[::1]")?.address == "smtp://[::1]:587")
    #expect(MailServer("smtp://[::1]:443")?.address == "smtp://[::1]:443")
    for text in [
      "mail.example.org", "http://mail.example.org", "smtp://", "smtp://me:pass@mail.example.org",
      "smtp://mail.example.org/x", "smtp://a b", "smtp://mail.example.org:0x1", "smtp://a\r\nb",
    ] {
      #expect(MailServer(text) == nil, "\(text)")
    }
  }

  @Test(
    "An address holds nothing that ends it",
    arguments: [
      "me", "me@", "@example.org", "a@b@c", "a b@example.org", "a>@example.org", "a@example.org>",
      "a@example.org\r\nRCPT TO:<x@y.z>", "-a@example.org", "a@exämple.org", "\"a\"@example.org",
    ])
  func addresses(text: String) {
    #expect(!Mail.isAddress(text))
    #expect(throws: Mail.Failure.self) { try mail(to: [text]) }
    #expect(throws: Mail.Failure.self) { try mail(from: text) }
  }

  @Test("Headers are what was meant, whatever the subject says")
  func subjects() throws {
    let found = lines(try mail("A\r\nBcc: x@example.org\r\n\r\nBody"))
    #expect(found.contains("Subject: A  Bcc: x@example.org    Body"))
    #expect(found.contains("Date: Sat, 28 Nov 2026 03:32:42 +0000"))
    #expect(found.contains("Message-ID: <a-1@example.org>"))
    #expect(found.filter { $0.lowercased().hasPrefix("bcc") }.isEmpty)
    #expect(throws: Mail.Failure.self) { try mail(id: "a>\r\nX: y") }
  }

  @Test("A subject that is not plain is written in words of at most 75 characters")
  func words() throws {
    let subject = String(repeating: "Größe 😀 ", count: 20)
    let found = lines(try mail(subject))
    let first = try #require(found.firstIndex { $0.hasPrefix("Subject: ") })
    let words = found[first...].prefix { $0.hasPrefix("Subject: ") || $0.hasPrefix(" ") }
    #expect(words.allSatisfy { $0.utf8.count <= 84 })
    let text = try words.map { line in
      let word = line.drop { $0 != "?" }.dropFirst("?utf-8?B?".count).dropLast(2)
      let plain = word.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
      return String(decoding: try Base64URL.decode(Array(String(plain).utf8)), as: UTF8.self)
    }
    #expect(text.joined() == subject)
  }

  @Test("A text of any lines goes in lines of 76 characters")
  func body() throws {
    let found = lines(try mail("News", String(repeating: ".\nÄ", count: 5_000)))
    let empty = try #require(found.firstIndex(of: ""))
    #expect(found[empty...].allSatisfy { $0.utf8.count <= 76 })
    #expect(throws: Mail.Failure.self) { try mail("News", String(repeating: "x", count: 200_001)) }
    #expect(throws: Mail.Failure.self) { try mail(to: []) }
  }

  @Test("A server that cannot be reached may take it later")
  func unreachable() throws {
    let port = try RefusingPort()
    let server = try #require(MailServer("smtp" + port.base.dropFirst("http".count)))
    let failure = #expect(throws: Mail.Failure.self) {
      try mail().send(by: server, user: nil, password: nil, HTTPConfiguration(), at: 0)
    }
    #expect(failure?.kind == .passing)
  }
}
