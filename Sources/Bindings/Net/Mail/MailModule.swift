internal import MixCore
internal import Reactor
internal import ScriptHost

/// `mix.mail`: mail through the server of the settings, whose password no script sees.
enum MailModule {
  static func make(_ host: any NetHost) -> Module {
    var module = Module(
      "mail", "Mail through the user's own server, the setting mail.server.",
      rules: .refused("sends mail"))
    module.asyncFunction(
      "send",
      "Sends a message over TLS; a spec answers it as MAIL and the server's address, with SMTP's status.",
      Parameter("to", "the recipients, 1 to 20", [String].self),
      Parameter("subject", "one line", String.self),
      Parameter("text", "plain text", String.self),
      Parameter("id", "the same for the same message: letters, digits, - and _", String.self),
      returns:
        "boolean  true; nil, err of kind refused (for good), passing, or unknown: whether it arrived is not known",
      example: "mix.mail.send({\"me@example.org\"}, \"News\", \"There are three.\", \"news-17\")"
    ) { context, to, subject, text, id -> Bool in
      // As the files say now.
      let configuration = host.settings.configuration.reread()
      func setting(_ name: String) throws -> String? { try configuration.value(for: name)?.text }
      guard let server = try setting("mail.server").flatMap(MailServer.init),
        let from = try setting("mail.from")
      else {
        throw HostError(
          kind: "not_set",
          message:
            "mail.server and mail.from are not set: mixhost config set mail.server smtp://HOST")
      }
      guard host.grants.hasAllKeys, server.isGranted(by: host.grants.network) else {
        throw HostError.denied(
          "mail by \(server.address) is not granted to this run; allow it with --allow-net HOST")
      }
      let (user, password) = (try setting("mail.user"), try setting("mail.password"))
      do {
        let mail = try Mail(from: from, to: to, subject: subject, text: text, id: id)
        try await send(mail, server, user, password, host, context)
      } catch let failure as Mail.Failure { throw error(failure) }
      return true
    }
    return module
  }

  private static func send(
    _ mail: Mail, _ server: MailServer, _ user: String?, _ password: String?, _ host: any NetHost,
    _ context: HostContext
  ) async throws {
    let (settings, now) = (host.settings, host.time.wall)
    if let world = settings.http.responder {
      let request = HTTPRequest(
        method: "MAIL", url: server.address, body: Array(mail.message(at: now).utf8))
      let status = try await world.response(to: request)?.status ?? 0
      if status >= 400 || status == 0 {
        throw Mail.Failure(
          status >= 500 ? .refused : .passing, "the test says \(status)", status: status)
      }
      return
    }
    if settings.http.offline || settings.signsItselfIn || settings.http.cassette != nil {
      throw Mail.Failure(.passing, "no mail is sent off-line, in a recording or under --mock")
    }
    let configuration = settings.http
    try await offloadReading(context.engine.reactor) {
      try mail.send(by: server, user: user, password: password, configuration, at: now)
    }
  }

  private static func error(_ failure: Mail.Failure) -> HostError {
    HostError(
      kind: failure.kind == .invalid ? "usage" : failure.kind.rawValue, message: failure.message,
      retryable: failure.kind == .passing,
      fields: failure.status.map { ["status": .int(Int64($0))] } ?? [:])
  }
}
