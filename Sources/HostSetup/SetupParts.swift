package import Bindings
internal import Logging
package import MixCore
package import Notation
internal import Reactor

extension Configuration {
  /// The size limit of the cache file, in bytes.
  package func cacheBytes() throws -> Int {
    Int(clamping: try number("cache.max_bytes") ?? 500e6)
  }
}

/// Builds the HTTP client's configuration.
enum ClientSetup {
  /// - Throws: ``ConfigurationError``.
  static func http(_ configuration: Configuration, liftsRateLimits: Bool) throws
    -> HTTPConfiguration
  {
    var http = HTTPConfiguration()
    http.offline = try configuration.isOn("http.offline")
    http.maxPerHost = Int(clamping: try configuration.number("http.concurrency") ?? 6)
    http.maxConcurrent = Int(clamping: try configuration.number("http.total_concurrency") ?? 64)
    http.liftsRateLimits = liftsRateLimits
    let programs = configuration.registry.catalogue
    http.limits = programs.limits
    for upstream in programs.upstreams where upstream.isOfUser {
      http.settingsOfHosts[upstream.host] = upstream.setting.name
      // A mock has another port in each run but is the same service.
      if !liftsRateLimits { http.hostsCachedByPlace.insert(upstream.host) }
    }
    http.circuitFailures = Int(
      clamping: try configuration.number("http.circuit_failures") ?? Double(http.circuitFailures))
    http.circuitPause = try configuration.number("http.circuit_pause") ?? http.circuitPause
    http.upstreams = try configuration.upstreamRewrites().map {
      UpstreamPlace(canonical: $0.canonicalPrefix, actual: $0.actualPrefix)
    }
    http.proxies = ProxyRules(
      https: try configuration.string("http.proxy"),
      http: try configuration.string("http.plain_proxy"),
      exceptions: try configuration.string("http.no_proxy") ?? "")
    http.caFile = try configuration.string("http.ca_file")
    http.userAgent = "mixhost/\(Release.version)"
    if let contact = try configuration.string("http.contact") { http.userAgent += " (\(contact))" }
    return http
  }

  /// - Throws: ``ConfigurationError``.
  static func requestDefaults(_ configuration: Configuration) throws -> HTTPOptions {
    var options = HTTPOptions()
    options.maxBytes = Int(
      clamping: try configuration.number("http.max_bytes") ?? Double(options.maxBytes))
    options.connectTimeout =
      try configuration.number("http.connect_timeout") ?? options.connectTimeout
    options.idleTimeout = try configuration.number("http.idle_timeout") ?? options.idleTimeout
    options.totalTimeout = try configuration.number("http.total_timeout") ?? options.totalTimeout
    return options
  }
}

/// The grants of a run: the defaults, or none with `--sandbox strict`, and those of flags.
package enum GrantSetup {
  /// - Parameter isSpec: whether a spec runs, whose imitated network answers every server and has
  ///   no sign-ins.
  /// - Throws: ``ConfigurationError``.
  package static func grants(
    _ options: GlobalOptions, _ source: ScriptSource, _ environment: EnvironmentVariables,
    _ home: Home, _ configuration: Configuration?, isSpec: Bool = false
  ) throws -> Grants {
    let isOpen = !options.strict || isSpec
    var network = isOpen ? HTTPPolicy.standard : HTTPPolicy.strict
    network.grants += options.allowNet
    network.publicHosts += options.publicHosts
    if isOpen, let configuration {
      // An address that the user configured is granted.
      for upstream in try configuration.upstreamRewrites() {
        network.grants += [upstream.actualPrefix, upstream.canonicalPrefix].compactMap(
          { HTTPPolicy.HostGrant(place: $0) })
      }
    }
    let visible = environment.filter {
      options.allowEnv.contains($0)
        || (!options.strict && $0.hasPrefix("MIXHOST_") && !SecretMask.isCredentialName($0))
    }
    return Grants(
      network: network, read: options.allowRead + [source.path].compactMap(\.self),
      accepted: (options.acceptedRead, options.acceptedWrite),
      defaults: options.folders
        ?? (options.strict ? [] : [".", source.folder].compactMap(\.self)),
      write: options.allowWrite + (options.strict ? [] : [home.data]), reserved: home.reservedFiles,
      secretFolders: { secretFolders(options, environment, home) },
      environment: visible, variables: options.allowEnv,
      accounts: isOpen ? nil : options.allowAuth, keys: options.keys)
  }

  /// Paths that a grant of a folder above them does not open: settings, sign-ins and their key,
  /// tokens, history, logs, cached answers, and the processes' own files, which hold their
  /// environment.
  static func secretFolders(
    _ options: GlobalOptions, _ environment: EnvironmentVariables, _ home: Home
  ) -> [String] {
    // Include the user's own folders where `--mock`, `--home` or MIXHOST_HOME names others.
    let homes = [
      home, Home(environment: environment, override: options.home), Home(environment: environment),
      Home(environment: environment.filter { $0 != "MIXHOST_HOME" }),
    ]
    return homes.flatMap {
      [
        $0.config, PrivateFile.folder(of: $0.credentialsKey), $0.state, $0.credentialsFolder,
        $0.cache,
      ]
    } + ["/proc"]
  }

  /// Makes the check that `require` asks before it loads a file; nil if it may load any file in its
  /// folders.
  package static func moduleCheck(
    _ options: GlobalOptions, _ grants: Grants
  ) -> (@Sendable (String) -> Bool)? {
    guard options.strict else { return nil }
    return { path in
      grants.allowsModule(path, libraries: ShareFolder.path.map { [$0 + "/scripts"] } ?? [])
    }
  }

  /// The folders in which rules are found by name. With `--sandbox strict` the user's own counts
  /// only if it is granted.
  static func rulesFolders(
    _ options: GlobalOptions, _ environment: EnvironmentVariables, _ home: Home
  ) -> [String] {
    let own = home.rulesFolder
    let grants = Grants(
      read: options.allowRead, secretFolders: { secretFolders(options, environment, home) })
    let isGranted = !options.strict || (try? grants.readable(own)) != nil
    return (isGranted ? [own] : []) + (ShareFolder.path.map { [$0 + "/scripts/rules"] } ?? [])
  }
}

/// Builds the logger of a run: standard error, and a rotated file below the state folder.
enum LogSetup {
  /// - Throws: ``ConfigurationError``.
  static func logger(
    _ configuration: Configuration, _ options: GlobalOptions, _ home: Home, _ time: any TimeSource
  ) throws -> Logger {
    let name = try configuration.string("log.level") ?? "warning"
    var level = LogLevelName.level(name) ?? .warning
    if options.verbose, options.logLevel == nil { level = min(level, .info) }
    let format = LogFormat(rawValue: try configuration.string("log.format") ?? "text") ?? .text
    let mask = SecretMask(secrets: configuration.secrets)
    let file = RotatedFile(folder: home.logsFolder)
    return Logger(label: "mixhost") { label in
      MultiplexLogHandler([
        LineLogHandler.stderr(
          label: label, level: level, format: format, mask: mask, time: time,
          write: OutputSettings.writeError),
        LineLogHandler.file(file, label: label, level: min(level, .info), mask: mask, time: time),
      ])
    }
  }
}
