/// A program's needs beyond its own upstreams, as its manifest asks and its user accepts.
public struct ProgramGrants: Sendable, Equatable {
  /// `host` or `host:port`, also of private addresses.
  public var net: [String]
  /// Folders and files that it may read.
  public var read: [String]
  /// Folders that it may write.
  public var write: [String]
  /// Environment variables that it sees.
  public var environment: [String]
  /// Services whose keys and tokens it may send to them, and origins such as `https://nas.lan` to which it may
  /// send the log-in of the setting `http.credentials`.
  public var keys: [String]
  /// Services at which it may act for the user.
  public var accounts: [String]
  /// Whether it may use the library, the queue and its own collections in the data file.
  public var data: Bool
  /// Collections of other programs that it may read: `feed.videos`.
  public var records: [String]
  /// Whether it may write the user's rules.
  public var rules: Bool
  /// Whether it may change settings, those of other programs too: one that comes with mixhost.
  public var settings: Bool

  /// Nothing, unless given.
  public init(
    net: [String] = [], read: [String] = [], write: [String] = [], environment: [String] = [],
    keys: [String] = [], accounts: [String] = [], data: Bool = false, records: [String] = [],
    rules: Bool = false, settings: Bool = false
  ) {
    self.net = net
    self.read = read
    self.write = write
    self.environment = environment
    self.keys = keys
    self.accounts = accounts
    self.data = data
    self.records = records
    self.rules = rules
    self.settings = settings
  }

  /// One line for each thing that is wanted, for a person who is asked.
  public var lines: [String] {
    let files = read.map { "read \($0)" } + write.map { "write \($0)" }
    let own =
      (settings ? ["change mixhost's settings, keys of services included"] : [])
      + (rules ? ["read and change your rules"] : [])
      + (data ? ["use your library, your jobs and its own collections"] : [])
      + records.map { "read the records \($0), which another program keeps" }
    let hosts = net.map { "ask \($0), also where it has a private address" }
    let names = keys.map { $0.contains("/") ? "use your log-in of \($0)" : "use your \($0) key" }
    return files + own + hosts + names + accounts.map { "act for you at \($0)" }
      + environment.map { "see the environment variable \($0)" }
  }
}
