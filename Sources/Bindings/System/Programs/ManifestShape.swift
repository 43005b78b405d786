internal import MixCore
internal import Notation
internal import ScriptHost

extension Shape {
  /// The table that a `program.lua` returns.
  static let manifest = Shape(
    "manifest",
    "A program's manifest: the table that program.lua returns (docs/programs.md). Plain data, no functions.",
    [
      .init("name", .line, "the folder's name: lower-case letters, digits and _", required: true),
      .init("command", .line, "the word after mixhost; default: the name"),
      .init("summary", .line, "what it does, in one line of at most 200 bytes", required: true),
      .init(
        "entry", .line, "the script that the command runs, in the program's folder", required: true),
      .init("settings", .list(.record(setting)), "what a user may set"),
      .init("upstreams", .map(.record(upstream)), "the services that it asks, by name"),
      .init(
        "services", .lines,
        "services by the names of their folders (docs/services-own.md), whose upstreams it asks; \"*\": all, for programs that come with mixhost"
      ),
      .init("providers", .lines, "modules below providers"),
      .init("sign_in", .lines, "services to sign in to"),
      .init("grants", .record(grants), "what it wants beyond its upstreams"),
      .init(
        "refreshers", .map(.record(refresher)), "the sources it fetches regularly, by name"),
      .init(
        "screens", .list(.record(screen)), "its screens: files below screens",
        as: "(string|manifest.screen)[]"),
      .init("collections", .map(.record(collection)), "its records in the data file, by name"),
      .init(
        "store_version", .integer(in: 1...1_000_000),
        "the form of its records, counted up by migrations"),
      .init(
        "media", .lines,
        "hosts whose pictures and sounds its screens show, such as \"i.ytimg.com\" or \"*.mzstatic.com\""
      ),
    ])

  /// The table that a `service.lua` returns.
  static let service = Shape(
    "service",
    "A service's manifest: the table that service.lua returns (docs/services-own.md). Plain data, no functions.",
    [
      .init("title", .line, "what people call it", required: true),
      .init(
        "upstreams", .map(.record(upstream)), "its addresses and limits, by name", required: true),
      .init("settings", .list(.record(setting)), "what a user may set, such as its key"),
      .init("terms", .line, "the address of its terms"),
      .init(
        "about", .record(about), "what docs/services.md and docs/privacy.md say of it, in Markdown"),
    ])

  private static let about = Shape(
    "service.about", "What people read of a service.",
    [
      .init("hosts", .line, "how its row begins, such as \"Deezer (`api.deezer.com`)\""),
      .init("used_by", .line, "the commands that ask it"),
      .init("key", .line, "the key that it wants, or none"),
      .init("limit", .line, "what it allows"),
      .init("cost", .line, "what it costs"),
      .init("source", .line, "where that is written"),
      .init("learns", .line, "what it learns of its user"),
      .init("sign_up", .line, "how to get the key that it wants"),
      .init("commands", .lines, "what to type then, such as \"mixhost config set acme.key KEY\""),
      .init("conditions", .line, "its terms in short"),
    ])

  private static let setting = Shape(
    "manifest.setting",
    "A setting: its name first, which begins with the program's or with that of one of its parts.",
    [
      .init(
        "[1]", .line("the setting's name, such as \"shop.every\""), "such as \"shop.limit\"",
        required: true),
      .init("type", .choice(of: SettingForm.self), "default: text"),
      .init("default", .custom(scalar), "its value until it is set"),
      .init("help", .line, "one line", required: true),
      .init("choices", .lines, "what a choice or a list is made from"),
      .init("min", .number, "the smallest integer, number of seconds or bytes"),
      .init("max", .number, "the largest"),
      .init(
        "pattern", .line,
        "an extended regular expression that a text matches as a whole, without back-references"),
      .init("expected", .line, "the pattern in words"),
      .init("secret", .flag, "whether its value is never shown"),
      .init("private", .flag, "whether recordings hold stars in place of its value"),
      .init(
        "env", .lines,
        "environment variables that set it, besides MIXHOST_SHOP_LIMIT; all but MIXHOST_SHOP_… are asked for"
      ),
    ])

  private static let scalar = Custom(
    "string|number|boolean", "a text, a number, true or false"
  ) { reader, index, place, _ in
    guard reader.stack.kind(index) != .string || reader.stack.rawLength(index) <= 10_000 else {
      throw reader.voice.error(place, .other("is longer than 10000 bytes"))
    }
    return switch try LuaValue(reader.stack, index) {
    case .string(let text): .string(text)
    case .bool(let flag): .string(String(flag))
    case .int(let number): .string(String(number))
    case .number(let number): .string(Int(exactly: number).map(String.init) ?? String(number))
    default: nil
    }
  }

  private static let upstream = Shape(
    "manifest.upstream", "A service that a program asks.",
    [
      .init("base", .line, "its https address; without it each user sets upstream.NAME"),
      .init("rate", .line, "its limit, such as \"20/min\""),
      .init("concurrency", .number(in: 1...256), "requests in flight at once", as: "integer"),
      .init(
        "rate_limit_statuses", .list(.integer(in: 400...599)),
        "statuses that mean \"too many requests\", besides 429"),
    ])

  private static let grants = Shape(
    "manifest.grants", "A program's rights besides asking its upstreams; the user accepts them.",
    [
      .init("net", .lines, "further hosts"),
      .init("read", .lines, "folders that it reads: whole paths, or from ~/"),
      .init("write", .lines, "folders that it changes"),
      .init("env", .lines, "environment variables that it sees"),
      .init(
        "keys", .lines,
        "services whose keys it uses, or origins such as \"https://nas.lan\" for http.credentials"),
      .init("accounts", .lines, "services whose log-ins it uses"),
      .init("data", .flag, "the library and the jobs"),
      .init(
        "records", .lines, "collections of other programs that it reads, such as \"feed.videos\""),
      .init("rules", .flag, "the user's rules"),
      .init("settings", .flag, "all settings: of programs that come with mixhost"),
    ])

  private static let refresher = Shape(
    "manifest.refresher", "A source that a program fetches regularly.",
    [
      .init("doc", .line, "what it is, in words", required: true),
      .init("every", .line, "the setting that holds the interval", required: true),
      .init("policy", .line, "the setting that names the refresh rule"),
      .init("run", .lines, "arguments of the entry"),
      .init("forced", .lines, "arguments that are added when you ask for it now"),
      .init("key", .list(.table), "alternatives of what its history is about"),
    ])

  private static let screen = Shape(
    "manifest.screen", "A screen as a manifest names it.",
    [
      .init(
        "[1]", .line("the screen's name, such as \"episodes\""),
        "the file below screens, without .lua", required: true),
      .init("title", .line, "what people call it (default: the name in words)"),
      .init("jobs", .line, "the name of the jobs whose progress it shows, to be seen everywhere"),
    ], shorthand: "[1]")

  private static let collection = Shape(
    "manifest.collection", "A collection of records (mix.store).",
    [
      .init("key", .line, "the field that tells records apart", required: true),
      .init("indexes", .lines, "the fields by which records are found"),
      .init("shared", .flag, "whether other programs that come with mixhost may change it"),
    ])
}

/// The types of settings as manifests name them.
enum SettingForm: String, CaseIterable {
  case text, boolean, url, integer, duration, size, choice, list
}

extension Shape.Kind {
  /// A text of one line that people can read whole: a line break would make two lines of what the user is asked,
  /// and has accepted.
  fileprivate static func line(_ words: String) -> Shape.Kind {
    .custom(
      .init("string", words) { reader, index, place, _ in
        guard let text = reader.stack.string(index) else { return nil }
        if let fault = ManifestLine.fault(text) { throw reader.voice.error(place, .other(fault)) }
        return .string(text)
      })
  }
  fileprivate static let line = line("a text")
  fileprivate static var lines: Shape.Kind { .list(line) }
}

/// The lines of manifests.
enum ManifestLine {
  /// The fault of a text in words; nil: none.
  static func fault(_ text: String) -> String? {
    if text.isEmpty { return "is a text, not an empty one" }
    if text.utf8.count > 1_000 { return "is longer than 1000 bytes" }
    if text.unicodeScalars.contains(where: { ControlCharacter($0) != nil }) {
      return "holds a line break or another control character"
    }
    return text.unicodeScalars.contains(where: isInvisible)
      ? "holds a character that nobody sees" : nil
  }

  /// Whether a character has no picture. Those that join the letters of a script, or choose between pictures, have
  /// their place in texts for people.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200D, 0xFE00...0xFE0F: false
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}

extension ShapeVoice {
  /// The fields of a manifest.
  static let manifest = ShapeVoice { place, fault in
    let words =
      switch fault {
      case .mismatch(let kind, nil, let fields): "is missing: it is \(kind.expected(fields))"
      case .mismatch(let kind, let found?, let fields):
        ["function", "userdata", "thread"].contains(found.lua)
          ? "holds a \(found.lua); a manifest is plain data"
          : "is \(kind.expected(fields)), not \(found.words)"
      default: fault.words
      }
    return ManifestError(field: place.replacing(".[1]", with: ".1"), message: words)
  }
}

extension Fields {
  /// Lists and tables that the user is shown before they count hold no more than a person reads.
  static let mostShown = 32

  /// A list that the user is shown.
  func shortList(_ name: String) throws -> [String] {
    let texts = texts(name)
    guard texts.count <= Self.mostShown else {
      throw wrong(name, "has more than \(Self.mostShown) entries")
    }
    return texts
  }

  /// Declared tables by names, in the order of their names.
  func named(_ name: String, most: Int = mostShown) throws -> [(name: String, table: Fields)] {
    let tables = map(name, \.record)
    guard tables.count <= most else {
      throw wrong(name, "has more than \(most) entries")
    }
    return try tables.sorted { $0.key < $1.key }.map { key, table in
      guard ProgramManifest.isName(key) else {
        throw wrong(
          "\(name).\(LongText.cut(key, to: 100))", "is not a name: lower-case letters, digits and _"
        )
      }
      return (key, table)
    }
  }
}
