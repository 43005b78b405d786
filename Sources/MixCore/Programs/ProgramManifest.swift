public import Store

/// A program's manifest, `program.lua`: all that the host's registries know of it.
public struct ProgramManifest: Sendable {
  /// Such as `podcasts`: lower-case letters, digits and `_`, at most 40.
  public var name: String
  /// The word after `mixhost` that runs it.
  public var command: String
  /// Its summary, in one line.
  public var summary: String
  /// The file that the command runs.
  public var entry: String
  /// The folder of the manifest.
  public var folder: String
  /// Whether it comes with mixhost.
  public var isBundled: Bool
  /// When the user accepted it as it is now; nil: that did not happen.
  package var acceptedAt: Int?
  /// The owner's name of its collections in the data file: a program's in the user's folder is its name; that of a
  /// folder that was not added says where it lies, whatever it calls itself.
  public var records: String
  /// Its settings.
  public var settings: [Setting] = []
  /// Environment variables besides `MIXHOST_PROGRAM_…` that its settings name. They count once the user has
  /// accepted them.
  public var foreignVariables: [ForeignVariable] = []
  /// The services that it asks.
  public var upstreams: [Upstream] = []
  /// Hosts from which its screens show pictures and sounds besides those of its upstreams: `i.ytimg.com`,
  /// `*.mzstatic.com`.
  public var media: [String] = []
  /// The services whose folders it uses; their upstreams are among ``upstreams``.
  public var services: [String] = []
  /// The settings of these services.
  public var serviceSettings: [Setting] = []
  /// The user's services that a program which asks all of them cannot ask, and why.
  public var problems: [ProgramCatalogue.Problem] = []
  /// Modules below `providers`, without `.lua`.
  public var providers: [String] = []
  /// Services to sign in to: `services/NAME/sign_in.lua`.
  public var signIns: [String] = []
  /// Its wishes.
  public var grants = ProgramGrants()
  /// The sources that it fetches regularly.
  public var refreshers: [RefresherDeclaration] = []
  /// Its screens: files below `screens`.
  public var screens: [ScreenDeclaration] = []
  /// Its collections in the data file.
  public var collections: [CollectionDeclaration] = []
  /// Counts the forms that its records have had, from 1; ``migrationsPath`` leads from one to the next.
  public var storeVersion = 1

  /// A manifest of its necessary parts.
  public init(
    name: String, command: String, summary: String, entry: String, folder: String, isBundled: Bool
  ) {
    self.name = name
    self.command = command
    self.summary = summary
    self.entry = entry
    self.folder = folder
    self.isBundled = isBundled
    records = name
  }

  /// Whether the user has accepted it as it is; one that comes with mixhost needs no acceptance.
  public var isAccepted: Bool { isBundled || acceptedAt != nil }

  /// The file that is read.
  public var path: String { folder + "/" + Self.fileName }

  /// The Lua file that brings records to the form of ``storeVersion``.
  public var migrationsPath: String { folder + "/migrations.lua" }

  /// The file's name.
  public static let fileName = "program.lua"

  /// Whether a text may name a program, an upstream or a refresher.
  public static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
      } && text.contains { $0 != "_" }
  }
}

/// An environment variable that a setting of a user's program names, and that is not the program's own.
public struct ForeignVariable: Sendable, Equatable {
  /// The variable.
  public let name: String
  /// The setting that it sets.
  public let setting: String

  package init(name: String, setting: String) { (self.name, self.setting) = (name, setting) }

  /// In a line, for the person who is asked.
  public var line: String { "read the environment variable \(name) as the setting \(setting)" }
}

/// A screen as a manifest names it.
public struct ScreenDeclaration: Sendable, Equatable {
  /// The file below `screens`, without `.lua`.
  public var name: String
  /// Its name for people.
  public var title: String
  /// The name of the jobs whose progress the screen shows; nil: of none.
  public var jobs: String?

  /// - Parameters:
  ///   - title: nil: the name as people write it, `top_songs` as Top songs.
  ///   - jobs: the name of the jobs whose progress the screen shows.
  public init(_ name: String, title: String? = nil, jobs: String? = nil) {
    self.name = name
    self.jobs = jobs
    let words = name.replacing("_", with: " ")
    self.title = title ?? words.prefix(1).uppercased() + words.dropFirst()
  }
}

/// A refresher as a program's manifest declares it.
public struct RefresherDeclaration: Sendable, Equatable {
  /// One way to say what a history is about.
  public struct Key: Sendable, Equatable {
    /// The setting that must be set for this one to count; nil: it always may.
    public var condition: String?
    /// Settings, with `|` between those of which the first that is set counts, and plain texts.
    public var words: [String]

    /// - Parameter condition: a setting's name.
    public init(condition: String? = nil, words: [String]) {
      self.condition = condition
      self.words = words
    }
  }

  /// `chart`.
  public var name: String
  /// Its subject, in one line.
  public var doc: String
  /// The setting with its interval, such as `chart.every`.
  public var every: String
  /// The setting with its refresh rule, such as `chart.policy`; nil: the rule `fixed`.
  public var policy: String?
  /// The entry's arguments.
  public var arguments: [String]
  /// Words added to them when the user wants it now.
  public var forcedArguments: [String]
  /// The key of its history: the first that has all it needs; none: the refresher's name.
  public var keys: [Key]

  /// A declaration of its parts.
  public init(
    name: String, doc: String, every: String, policy: String? = nil, arguments: [String] = [],
    forcedArguments: [String] = [], keys: [Key] = []
  ) {
    self.name = name
    self.doc = doc
    self.every = every
    self.policy = policy
    self.arguments = arguments
    self.forcedArguments = forcedArguments
    self.keys = keys
  }
}
