extension SettingRegistry {
  /// The settings of the engine, the cache, the logs and the upstreams.
  public static let standard = SettingRegistry(
    http + charts + feeds + refreshers + books + cache + program + accounts
      + Upstream.all.map(\.setting))

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
      "An address or URL in the User-Agent; Open Library and MusicBrainz ask for one.",
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
      "What is asked without a proxy: hosts, .domains, addresses, ranges such as 10.0.0.0/8, *.",
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

  private static let charts: [Setting] = [
    Setting(
      "chart.remote_url", .string, "Where the chart comes from; unset: the next source.",
      check: isRemoteChart),
    Setting(
      "chart.apple", .string,
      "The country of Apple's chart, asked when the remote one fails; unset: the local file.",
      check: isCountry),
    Setting(
      "chart.limit", .choice(["10", "25", "50", "100"]), default: "100",
      "How many entries of Apple's chart."),
    Setting(
      "chart.country", .string, default: "us", "The iTunes store that is searched.",
      check: isCountry),
    Setting(
      "chart.every", .choice(["off", "1h", "6h", "24h"]), default: "off",
      "How often a running refresh, or the server, loads the chart again."),
    Setting(
      "chart.policy", .string, default: "chart", "The refresh rule of the chart.",
      check: isRuleName),
  ]

  private static let feeds: [Setting] = [
    Setting(
      "feed.account", .string,
      "What channels and videos are kept under; unset: the hub's address. Set it before a hub moves."
    ),
    Setting("feed.user", .string, "Your user id at the hub.", check: isUser),
    Setting(
      "feed.every", .choice(["off", "15m", "1h", "6h", "24h"]), default: "15m",
      "How often the hub is asked to look for new videos; off: only when you say so."),
    Setting(
      "feed.policy", .string, default: "on_demand",
      "The refresh rule of the feed: on_demand, fixed, adaptive or your own.", check: isRuleName),
  ]

  private static let refreshers: [Setting] = [
    Setting(
      "library.every", .choice(intervals), default: "off",
      "How often the server asks about the books again."),
    Setting(
      "library.policy", .string, default: "fixed", "The refresh rule of the library.",
      check: isRuleName),
    Setting(
      "grids.every", .choice(intervals), default: "off",
      "How often the server fetches the film grid again."),
    Setting(
      "grids.policy", .string, default: "fixed", "The refresh rule of the film grid.",
      check: isRuleName),
  ]

  private static let intervals = ["off", "1h", "6h", "24h"]

  private static let books: [Setting] = [
    Setting(
      "books.providers", .string, default: "openlibrary,google_books",
      "Who is asked about books, in this order.", check: areProviders)
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
      "cache.ttl", .duration(0...31_536_000), default: "24h", "How long found metadata is good."),
  ]

  private static let program: [Setting] = [
    Setting(
      "log.level", .choice(LogLevelName.all), default: "warning", "The least severe entries told."),
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
      check: isHelper),
    Setting(
      "tmdb.token", .string, "The read access token of TMDB.",
      environment: ["MIXHOST_TMDB_TOKEN", "TMDB_TOKEN"], isSecret: true),
    Setting(
      "spotify.client_id", .string, "The client id of the Spotify app.",
      environment: ["MIXHOST_SPOTIFY_CLIENT_ID", "SPOTIFY_CLIENT_ID"]),
    Setting(
      "spotify.redirect_uri", .string, default: "http://127.0.0.1:8765/callback",
      "Where Spotify sends the browser after a login.",
      environment: ["MIXHOST_SPOTIFY_REDIRECT_URI", "SPOTIFY_REDIRECT_URI"]),
    Setting(
      "google_books.key", .string, "The API key of Google Books.",
      environment: ["MIXHOST_GOOGLE_BOOKS_KEY", "GOOGLE_BOOKS_KEY"], isSecret: true),
  ]

  @Sendable private static func isProxy(_ text: String) -> String? {
    ProxyRules.isProxy(text) ? nil : "must be http://host:port, or https, socks5 or socks5h"
  }

  // It becomes part of a program's name.
  @Sendable private static func isHelper(_ text: String) -> String? {
    let isName = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-")
    }
    return isName && !text.isEmpty && text.utf8.count <= 40
      ? nil : "must be file, or what follows docker-credential- in a program's name"
  }

  @Sendable private static func isCountry(_ text: String) -> String? {
    let isCode = text.utf8.count == 2 && text.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    return isCode ? nil : "must be the two letters of a country, such as us"
  }

  @Sendable private static func isRuleName(_ text: String) -> String? {
    let fits = text.utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2D
    }
    return fits && !text.isEmpty ? nil : "must be the name of a refresh rule, such as adaptive"
  }

  // It becomes part of an address.
  @Sendable private static func isUser(_ text: String) -> String? {
    let fits = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#%\\".utf8.contains($0) }
    return fits && (1...128).contains(text.utf8.count)
      ? nil : "must be 1 to 128 printable characters without / ? # % \\"
  }

  @Sendable private static func areProviders(_ text: String) -> String? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    return names.allSatisfy { ["openlibrary", "google_books"].contains($0) }
      ? nil : "must be openlibrary, google_books or both with a comma between"
  }

  // An address with a query is fine here, unlike for an upstream's base.
  @Sendable private static func isRemoteChart(_ text: String) -> String? {
    let lower = text.lowercased()
    let known = lower.hasPrefix("https://") || lower.hasPrefix("http://")
    return known && !text.contains(" ") ? nil : "must be an address that begins with https://"
  }
}

/// An outside service, whose base address is a setting so that a stand-in can take its place.
public struct Upstream: Sendable, Equatable {
  /// Such as `itunes`.
  public let name: String
  /// The base that scripts name and caches use in their keys, without a slash at the end.
  public let canonical: String

  /// Every service. `chart` and `hub` belong to the user and have no public address: their bases are
  /// under `.invalid` (RFC 2606), which never resolves, until the setting names one.
  public static let all = [
    Upstream(name: "itunes", canonical: "https://itunes.apple.com"),
    Upstream(name: "apple_charts", canonical: "https://rss.marketingtools.apple.com/api/v2"),
    Upstream(name: "chart", canonical: "https://chart.mixhost.invalid"),
    Upstream(name: "tmdb", canonical: "https://api.themoviedb.org/3"),
    Upstream(name: "openlibrary", canonical: "https://openlibrary.org"),
    Upstream(name: "covers", canonical: "https://covers.openlibrary.org"),
    Upstream(name: "google_books", canonical: "https://www.googleapis.com/books/v1"),
    Upstream(name: "google_covers", canonical: "https://books.google.com"),
    Upstream(name: "spotify_api", canonical: "https://api.spotify.com/v1"),
    Upstream(name: "spotify_accounts", canonical: "https://accounts.spotify.com"),
    Upstream(name: "deezer", canonical: "https://api.deezer.com"),
    Upstream(name: "musicbrainz", canonical: "https://musicbrainz.org/ws/2"),
    Upstream(name: "hub", canonical: "https://hub.mixhost.invalid"),
    Upstream(name: "youtube", canonical: "https://www.youtube.com"),
  ]

  /// The setting that holds its actual base, such as `upstream.itunes`.
  public var setting: Setting {
    Setting(
      "upstream.\(name)", .url, default: canonical, "The base address of \(name).")
  }
}
