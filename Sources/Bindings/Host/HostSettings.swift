public import Logging
public import MixCore

/// The settings of a host, filled from flags and configuration.
public struct HostSettings: Sendable {
  /// The client's configuration: upstreams, limits, off-line.
  public var http: HTTPConfiguration
  /// Defaults of requests: time-outs and size limit of the configuration.
  public var requestDefaults: HTTPOptions
  /// Whether answers and values are kept on disk.
  public var diskCache: Bool
  /// The cache file's size limit in bytes.
  public var cacheBytes: Int
  /// The bytes of answers that a fleet shares on its server; 0: none.
  public var sharedCacheBytes = 0
  /// Folders with rules: the user's first, then those that come with mixhost.
  public var rulesFolders: [String]
  /// The folder that holds `scripts` and `docs` of this mixhost; nil when it was not found.
  public var shareFolder: String?
  /// The named script, as messages show it.
  public var scriptName: String
  /// The words after the script's name on the command line.
  public var scriptArguments: [String]
  /// How many of them, from the first, come from a manifest and grant nothing.
  public var manifestWords = 0
  /// Gets scripts' remarks; its handlers mask secrets.
  public var logger: Logger
  /// The settings, read by `mix.env.setting`.
  public var configuration: Configuration
  /// The path of the helper program `mixhost-tags`; nil when it was not found.
  public var tagsProgram: String?
  /// The program that the script belongs to; nil: none. Asked for at the first use of `mix.store`.
  public var program: @Sendable () -> ProgramManifest? = { nil }
  /// Whether the host follows log-ins itself, without a browser. A mock serves those, and its pages ask nobody.
  public var signsItselfIn = false

  /// Settings; defaults suit a script that needs nothing special.
  public init(
    http: HTTPConfiguration = HTTPConfiguration(),
    requestDefaults: HTTPOptions = HTTPOptions(), diskCache: Bool = true,
    cacheBytes: Int = 500_000_000, rulesFolders: [String] = [], shareFolder: String? = nil,
    scriptName: String = "script", scriptArguments: [String] = [], logger: Logger,
    configuration: Configuration
  ) {
    self.http = http
    self.requestDefaults = requestDefaults
    self.diskCache = diskCache
    self.cacheBytes = cacheBytes
    self.rulesFolders = rulesFolders
    self.shareFolder = shareFolder
    self.scriptName = scriptName
    self.scriptArguments = scriptArguments
    self.logger = logger
    self.configuration = configuration
  }
}
