internal import Fleet
internal import Net

extension Setting {
  /// The settings of the engine, the cache, the logs and the log-ins.
  public static let engine = http + mail + cache + program + accounts + fleet

  /// The families of mixhost's own settings, folded: the part of a name before the dot. No manifest
  /// may declare a setting in one of them, or use one as a name.
  public static let engineFamilies = Set(engine.map { FoldedName.family($0.name) })
    .union(["upstream", "mixhost"])

  private static let http: [Setting] = [
    Setting("http.concurrency", .int(1...256), default: "6", "Requests in flight to one host."),
    Setting(
      "http.total_concurrency", .int(1...1_024), default: "64", "Requests in flight to all hosts."),
    Setting(
      "http.max_bytes", .bytes(1...1_000_000_000), default: "2MB",
      "The largest answer, in decoded bytes."),
    Setting(
      "http.connect_timeout", .duration(0.001...3_600), default: "10s", "The longest connecting."),
    Setting(
      "http.idle_timeout", .duration(0.001...3_600), default: "15s", "The longest without a byte."),
    Setting(
      "http.total_timeout", .duration(0.001...86_400), default: "2m",
      "The longest request, with all its attempts and waits."),
    Setting(
      "http.circuit_failures", .int(1...1_000), default: "5",
      "After how many requests in a row that reached nothing a host is not asked for a while."),
    Setting(
      "http.circuit_pause", .duration(0...3_600), default: "30s",
      "The longest time between tries at such a host; the first one is 1 s, each further one double."
    ),
    Setting(
      "http.contact", .string,
      "An address or URL in the User-Agent; some services ask for one.",
      environment: ["MIXHOST_CONTACT"],
      check: { $0.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? nil : "must be printable ASCII" }),
    Setting(
      "http.proxy", .string,
      "The proxy for https addresses: scheme (http, https, socks5, socks5h), host and port.",
      environment: ["MIXHOST_HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
      isSecret: true, check: isProxy),
    Setting(
      "http.plain_proxy", .string, "The proxy for http addresses, which few programs ask.",
      environment: [
        "MIXHOST_HTTP_PLAIN_PROXY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY",
      ],
      isSecret: true, check: isProxy),
    Setting(
      "http.no_proxy", .string,
      "Hosts asked without a proxy: hosts, .domains, addresses, ranges such as 10.0.0.0/8, *.",
      environment: ["MIXHOST_HTTP_NO_PROXY", "no_proxy", "NO_PROXY"]),
    Setting(
      "http.ca_file", .string, "Certificates to trust in place of the system's: a PEM file.",
      environment: ["MIXHOST_HTTP_CA_FILE", "SSL_CERT_FILE"]),
    Setting(
      "http.credentials", .string,
      "Log-ins of your own services: ORIGIN=USER:PASSWORD or ORIGIN=TOKEN, with spaces between.",
      isSecret: true, check: { HTTPCredentials.problem($0) },
      secretParts: { HTTPCredentials($0).secrets }),
    Setting(
      "http.offline", .bool, default: "false", "Asks no upstream and serves from the cache.",
      environment: ["MIXHOST_OFFLINE"]),
  ]

  private static let mail: [Setting] = [
    Setting(
      "mail.server", .string,
      "The server that takes your mail: smtp://host (STARTTLS, port 587) or smtps://host (port 465).",
      check: {
        MailServer($0) == nil ? "must be smtp://host, with :port if need be, or smtps://" : nil
      }),
    Setting("mail.user", .string, "Your name at that server; unset: no log-in."),
    Setting("mail.password", .string, "The password for it.", isSecret: true),
    Setting(
      "mail.from", .string, "The address that mail is sent from.",
      check: { Mail.isAddress($0) ? nil : "must be an address such as me@example.org" }),
  ]

  private static let cache: [Setting] = [
    Setting(
      "cache.max_bytes", .bytes(1_000_000...1_000_000_000_000), default: "500MB",
      "The size of the cache file and its log."),
    Setting(
      "cache.memory_bytes", .bytes(0...100_000_000_000), default: "50MB",
      "The bytes of answers kept in memory."),
    Setting(
      "cache.memory_entries", .int(0...1_000_000), default: "100",
      "The number of answers kept in memory."),
    Setting(
      "cache.ttl", .duration(0...31_536_000), default: "24h",
      "How long found metadata is good; unset, matched songs of a chart for 30 days."),
  ]

  private static let program: [Setting] = [
    Setting(
      "log.level", .choice(LogLevelName.all), default: "warning", "The lowest level that is logged."
    ),
    Setting("log.format", .choice(["text", "json"]), default: "text", "How log entries look."),
    Setting(
      "script.timeout", .duration(0.001...31_536_000), default: "30s",
      "How long a script may run without waiting."),
    Setting(
      "script.max_memory", .bytes(1_000_000...1_000_000_000_000), default: "256MB",
      "The memory of a script."),
  ]

  private static let accounts: [Setting] = [
    Setting(
      "auth.store", .string, default: "file",
      "Where log-ins are kept: file (encrypted), or X for the program docker-credential-X.",
      check: isHelper)
  ]

  private static let fleet: [Setting] = [
    Setting(
      "store", .string,
      "The PostgreSQL server that a fleet shares: postgres://user@host/database; none: the data file.",
      environment: ["MIXHOST_STORE"], isSecret: true, check: PostgresAddress.problem,
      secretParts: PostgresAddress.secrets, masked: PostgresAddress.masked),
    Setting(
      "store.cache_bytes", .bytes(0...1_000_000_000_000), default: "0",
      "The bytes of answers that a fleet's hosts share on its server; 0: each keeps its own."),
    Setting(
      "store.keep_jobs", .duration(0...315_360_000), default: "90d",
      "How long a fleet keeps jobs that are done or canceled; 0: for ever."),
  ]

  @Sendable private static func isProxy(_ text: String) -> String? {
    ProxyRules.isProxy(text) ? nil : "must be http://host:port, or https, socks5 or socks5h"
  }

  // The text becomes part of a program's name.
  @Sendable private static func isHelper(_ text: String) -> String? {
    let isName = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-")
    }
    return isName && !text.isEmpty && text.utf8.count <= 40
      ? nil : "must be file, or what follows docker-credential- in a program's name"
  }
}
