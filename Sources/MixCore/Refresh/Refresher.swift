internal import Notation

/// Something that is fetched again and again: what decides when, and the script that fetches it.
public struct Refresher: Sendable, Equatable {
  /// `chart`, `feed`, `library` or `grids`.
  public let name: String
  /// What it fetches, in a line.
  public let doc: String
  /// The refresh rule, below `refresh/`: `adaptive`.
  public let rule: String
  /// What its history is about: an address, a hub with a user.
  public let key: String
  /// The interval in seconds; nil: off, it is fetched only when somebody asks for it.
  public let every: Double?
  /// The script that comes with mixhost, below `scripts`, without `.lua`.
  public let script: String
  /// The script's arguments.
  public let arguments: [String]
  /// What is added to them when the user wants it now, whatever the rule says.
  public let forcedArguments: [String]

  /// A refresher of its parts.
  public init(
    name: String, doc: String, rule: String, key: String, every: Double?, script: String,
    arguments: [String] = [], forcedArguments: [String] = []
  ) {
    self.name = name
    self.doc = doc
    self.rule = rule
    self.key = key
    self.every = every
    self.script = script
    self.arguments = arguments
    self.forcedArguments = forcedArguments
  }

  /// The refreshers of this mixhost, as the settings want them.
  /// - Throws: ``ConfigurationError``.
  public static func all(_ configuration: Configuration) throws -> [Refresher] {
    [
      Refresher(
        name: "chart", doc: "the music chart, with what iTunes knows of its songs",
        rule: try configuration.string("chart.policy") ?? "chart",
        key: try chartKey(configuration), every: try every("chart.every", configuration),
        script: "refresh", arguments: ["--every", "off"]),
      Refresher(
        name: "feed", doc: "the feed of the channels",
        rule: try configuration.string("feed.policy") ?? "on_demand",
        key: try feedKey(configuration), every: try every("feed.every", configuration),
        script: "feed", arguments: ["refresh"], forcedArguments: ["--force"]),
      Refresher(
        name: "library", doc: "what the services know of the books, asked again",
        rule: try configuration.string("library.policy") ?? "fixed", key: "library",
        every: try every("library.every", configuration), script: "enrich",
        arguments: ["run", "--refresh"]),
      Refresher(
        name: "grids", doc: "the film grid that opens first, kept warm",
        rule: try configuration.string("grids.policy") ?? "fixed", key: "grids",
        every: try every("grids.every", configuration), script: "trailers",
        arguments: ["list"]),
    ]
  }

  private static func every(_ setting: String, _ configuration: Configuration) throws -> Double? {
    try configuration.string(setting).flatMap { $0 == "off" ? nil : DurationText.parse($0) }
  }

  /// As scripts/refresh.lua names its sources.
  private static func chartKey(_ configuration: Configuration) throws -> String {
    try configuration.string("chart.remote_url") ?? configuration.string("chart.apple") ?? "local"
  }

  /// A hub and its user; without a hub the channels' own feeds.
  private static func feedKey(_ configuration: Configuration) throws -> String {
    let hub = Upstream.all.first { $0.name == "hub" }?.canonical
    let address = try configuration.string("upstream.hub")
    guard let address, address != hub else { return "youtube" }
    let name = try configuration.string("feed.account") ?? address
    return "\(name) \(try configuration.string("feed.user") ?? "")"
  }
}
