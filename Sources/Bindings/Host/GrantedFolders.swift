internal import Files

/// The folders and files of a run's grants.
struct GrantedFolders: Sendable {
  /// The origin of a grant.
  enum Origin: Sendable {
    /// The user has named it.
    case named
    /// A program's manifest has named it, and the user has accepted that.
    case accepted
    /// Nobody has named it: the script stands there, or was started there.
    case standing
  }

  /// A folder or file with all below it.
  struct Root: Sendable {
    /// As it was given, or without links once it was asked for.
    fileprivate(set) var path: String
    let origin: Origin

    /// Whether a path below it may be used.
    /// - Parameter secret: the folders that have to be named themselves.
    func opens(_ path: String, _ secret: [String]) -> Bool {
      let around = secret.filter { GrantedFile.holds($0, path) }
      switch origin {
      // Naming a folder of secrets, or what is in it, opens it; naming one above it does not.
      case .named: return around.allSatisfy { GrantedFile.holds($0, self.path) }
      case .accepted: return around.isEmpty
      case .standing: break
      }
      let below = Substring(path.utf8.dropFirst(self.path.utf8.count)).split(separator: "/")
      return around.isEmpty && !below.contains { $0.hasPrefix(".") }
        && !self.path.split(separator: "/").contains { keyFolders.contains(String($0)) }
    }
  }

  private var roots: [Root]
  /// How many have been resolved.
  private var resolved = 0

  init(named: [String], accepted: [String], defaults: [String]) {
    roots =
      named.map { Root(path: $0, origin: .named) }
      + accepted.map { Root(path: UserPath.expanded($0), origin: .accepted) }
      + defaults.map { Root(path: $0, origin: .standing) }
  }

  /// Adds one that the user has named.
  mutating func add(_ path: String) { roots.append(Root(path: path, origin: .named)) }

  /// All of them. Links are followed at the first question: most runs ask none.
  var all: [Root] {
    mutating get {
      for index in resolved..<roots.count { roots[index].path = Grants.resolved(roots[index].path) }
      resolved = roots.count
      return roots
    }
  }

  /// All of them, by their paths.
  var paths: [String] { mutating get { all.map(\.path) } }
}

/// Folders in which other programs keep keys: a script that was started there gets nothing of them.
private let keyFolders: Set<String> = [
  ".aws", ".azure", ".docker", ".gnupg", ".kube", ".password-store", ".ssh",
]
