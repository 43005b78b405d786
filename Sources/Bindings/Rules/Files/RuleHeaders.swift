internal import ScriptHost
internal import Reactor

/// The heads of rule files, for lists of them: each is read once, and again when it or a module that it
/// requires has changed.
enum RuleHeaders {
  /// A file's head, or the fault in it.
  struct Entry: Sendable {
    var doc: String?
    var problem: String?
  }

  private struct Known: Sendable {
    let entry: Entry
    let stamps: [FileStamp]
  }

  private static let mostKnown = 1_000
  // By name and folders; engines of several threads share it.
  private static let known = Guarded<[String: Known]>([:])

  static func entry(_ name: String, _ call: HostCall, _ host: any RulesHost) -> Entry {
    let key = ([name] + host.settings.rulesFolders).joined(separator: "\u{0}")
    if let found = known.withLock({ $0[key] }), !found.stamps.contains(where: \.hasChanged) {
      return found.entry
    }
    var stamps: [FileStamp] = []
    do {
      let source = try RuleSource(name, host)
      stamps = source.stamps
      let file = RuleFile(call, folders: host.ruleFolders)
      let header = Result { try RuleHeader(source, file, call) }
      stamps += file.modules.paths.map(FileStamp.init)
      return keep(Entry(doc: try header.get().doc), stamps, key)
    } catch let error where error is HostError || error is ScriptError {
      return keep(Entry(problem: "\(error)"), stamps, key)
    } catch {
      // The end of the script is not a fault of the file.
      return Entry(problem: "\(error)")
    }
  }

  private static func keep(_ entry: Entry, _ stamps: [FileStamp], _ key: String) -> Entry {
    // A file that was not found has nothing to be watched by.
    guard !stamps.isEmpty else { return entry }
    known.withLock { known in
      if known.count >= mostKnown { known = [:] }
      known[key] = Known(entry: entry, stamps: stamps)
    }
    return entry
  }
}
