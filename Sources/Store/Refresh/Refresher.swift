/// Something that a program fetches regularly: the rule that decides when, and the script that fetches it.
public struct Refresher: Sendable, Equatable {
  /// Such as `chart`.
  public let name: String
  /// Its subject, in one line.
  public let doc: String
  /// The refresh rule, below `refresh/`: `adaptive`.
  public let rule: String
  /// The key of its history: an address, a hub with a user.
  public let key: String
  /// The interval in seconds; nil: off, it is fetched only when somebody asks for it.
  public let every: Double?
  /// The program that it belongs to.
  public let program: String
  /// The word after `mixhost` that runs it.
  public let command: String
  /// The command's arguments.
  public let arguments: [String]
  /// Words added to them when the user wants it now, whatever the rule says.
  public let forcedArguments: [String]

  /// A refresher of its parts.
  public init(
    name: String, doc: String, rule: String, key: String, every: Double?, program: String,
    command: String,
    arguments: [String] = [], forcedArguments: [String] = []
  ) {
    self.name = name
    self.doc = doc
    self.rule = rule
    self.key = key
    self.every = every
    self.program = program
    self.command = command
    self.arguments = arguments
    self.forcedArguments = forcedArguments
  }
}
