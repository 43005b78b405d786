internal import Files
internal import Glibc
internal import MixCore
internal import Notation
internal import ScriptHost

/// A rule file that was found by its name, or by its path.
struct RuleSource {
  /// As it was asked for.
  let name: String
  let path: String
  let text: [UInt8]
  /// The file, and those that would have come before it: all that decides what the name means.
  let stamps: [FileStamp]

  private static let mostBytes = 16_000_000

  /// - Parameter name: `match/tracks`, or a path that ends in `.lua`.
  /// - Throws: ``HostError`` that lists where it looked, or of kind `denied` for a path.
  init(_ name: String, _ host: any RulesHost) throws {
    self.name = name
    let isPath = RuleName.isPath(name)
    let places =
      isPath
      ? [try host.grants.readable(name).path]
      : try RuleName.places(name, host.settings.rulesFolders)
    var stamps: [FileStamp] = []
    for place in places {
      stamps.append(FileStamp(place))
      do {
        // The folders of rules are the user's and mixhost's: links in them lead where they are meant to.
        text =
          isPath
          ? try host.grants.reading(name) { try $0.read(most: Self.mostBytes) }
          : try Grants.ruleFile(place).read(most: Self.mostBytes)
      } catch let failure as FileFailure {
        if failure == .missing { continue }
        throw HostError.usage(failure.hostError("read", place, most: "16 MB").message)
      }
      path = isPath ? name : place
      self.stamps = stamps
      return
    }
    throw RuleCatalogue(folders: host.settings.rulesFolders).notFound(name, places)
  }

  /// The file that a text would be in the user's folder under a name; nothing is written.
  /// - Throws: ``HostError`` for anything that is not a name, and for a text that is too long.
  init(_ name: String, text: [UInt8], _ host: any RulesHost) throws {
    try RuleName.check(name)
    guard text.count <= Self.mostBytes else {
      throw HostError.usage("rules '\(name)' have \(text.count) bytes; 16 MB are the most")
    }
    self.name = name
    self.text = text
    path = try RuleCatalogue(folders: host.ownRulesFirst).place(of: name)
    stamps = []
  }
}

extension RulesHost {
  /// The folders of rules with the user's, granted or not.
  fileprivate var ownRulesFirst: [String] {
    [home.rulesFolder] + settings.rulesFolders.filter { $0 != home.rulesFolder }
  }
}

/// The names of rules: `kind/name`.
enum RuleName {
  /// The longest name in bytes.
  private static let longest = 255

  static func isPath(_ name: String) -> Bool { name.hasSuffix(".lua") }

  /// Begins a name that means the file that comes with mixhost, whatever the user's folder has.
  private static let shipped = "mixhost:"

  /// A name without what says whose file it means.
  static func bare(_ name: String) -> String {
    name.hasPrefix(shipped) ? String(name.dropFirst(shipped.count)) : name
  }

  /// The files that a name may mean, the first first.
  /// - Throws: ``HostError`` for a name that leads elsewhere.
  static func places(_ name: String, _ folders: [String]) throws -> [String] {
    try check(name)
    let own = bare(name)
    let folders = own == name ? folders : Array(folders.dropFirst())
    return folders.flatMap { ["\($0)/\(own)/standard.lua", "\($0)/\(own).lua"] }
  }

  /// - Throws: ``HostError`` for anything that is not a `kind/name`.
  static func check(_ name: String) throws {
    guard name.utf8.count <= longest else {
      throw HostError.usage(
        "rule name '\(LongText.cut(name, to: 60))' is too long: \(longest) bytes at most")
    }
    let parts = bare(name).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.allSatisfy(isPart) else {
      throw HostError.usage(
        "rule name '\(name)' is not allowed; write kind/name, such as match/tracks")
    }
  }

  /// Whether a folder's or file's name may be part of a rule's name.
  static func isPart(_ part: some StringProtocol) -> Bool {
    !part.isEmpty
      && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
  }
}
