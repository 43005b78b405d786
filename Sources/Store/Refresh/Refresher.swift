/// A thing that a program fetches regularly: the rule that decides when, and the script that
/// fetches it.
public struct Refresher: Sendable, Equatable {
  /// The refresher's name, such as `chart`.
  public let name: String
  /// A description in one line.
  public let doc: String
  /// The refresh rule's name below `refresh/`, such as `adaptive`.
  public let rule: String
  /// The key of the history, such as an address, or a hub with a user.
  public let key: String
  /// The interval in seconds; nil if it is fetched only on request.
  public let every: Double?
  /// The program that owns the refresher.
  public let program: String
  /// The command after `mixhost` that runs it.
  public let command: String
  /// The command's arguments.
  public let arguments: [String]
  /// Arguments added when the user wants a refresh now, whatever the rule decides.
  public let forcedArguments: [String]

  /// Makes a refresher from its parts.
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
