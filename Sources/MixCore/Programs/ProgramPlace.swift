internal import Files
internal import Glibc

/// A folder that may hold a program.
public struct ProgramPlace: Sendable, Equatable {
  /// The source of a manifest.
  public enum Standing: Sendable, Equatable {
    /// It comes with mixhost.
    case bundled
    /// It lies in the user's folder of programs; with what the user has accepted, nil: nothing was.
    case added(ProgramAcceptance.Accepted?)
    /// It lies elsewhere: beside a script, in a folder that may be added.
    case unknown
  }

  /// The folder, without a slash at its end.
  public let folder: String
  /// The source of its manifest.
  public let standing: Standing
  /// mixhost's own folder `scripts`: it has providers for all programs, and the bundled ones' entries.
  private let scripts: String?
  /// The services that it may name.
  public let services: ServiceFolders
  /// The name that the program must have.
  public let folderName: String

  /// - Parameters:
  ///   - scripts: the folder `scripts` of mixhost's installation; nil when there is none.
  ///   - config: the home's folder `config`, which has the user's services; nil: they do not count.
  ///   - name: the name of the program that is being put there; nil: the folder's.
  public init(
    folder: String, _ standing: Standing, scripts: String? = nil, config: String? = nil,
    name: String? = nil
  ) {
    self.folder = folder
    services = ServiceFolders(scripts: scripts, config: config)
    folderName = name ?? folder.split(separator: "/").last.map(String.init) ?? folder
    self.standing = standing
    self.scripts = scripts
  }

  /// Whether it comes with mixhost.
  public var isBundled: Bool { standing == .bundled }

  /// The manifest's file.
  public var path: String { folder + "/" + ProgramManifest.fileName }

  /// The path of an entry: a `.lua` file that lies in the folder, links followed.
  /// - Returns: nil for one that is not there or lies elsewhere.
  public func entry(_ name: String) -> String? {
    guard name.hasSuffix(".lua"), !name.hasPrefix("/"), !name.split(separator: "/").contains("..")
    else { return nil }
    for root in isBundled ? roots : [folder] {
      let path = root + "/" + name
      guard let real = PrivateFile.real(path), let home = PrivateFile.real(root) else { continue }
      if real.hasPrefix(home + "/") { return path }
    }
    return nil
  }

  /// Whether a provider's module is there: the program's own, or one that comes with mixhost.
  public func hasProvider(_ name: String) -> Bool {
    roots.contains { root in
      [".lua", "/init.lua"].contains { PrivateFile.exists("\(root)/providers/\(name)\($0)") }
    }
  }

  private var roots: [String] { [folder] + (scripts.map { [$0] } ?? []) }

  /// The programs below a folder: each one a folder with a manifest, by name.
  /// - Returns: those that are there, and what lies there but leads elsewhere.
  public static func list(
    _ root: String, isBundled: Bool, scripts: String? = nil, config: String? = nil
  ) -> (places: [ProgramPlace], problems: [ProgramCatalogue.Problem]) {
    guard let directory = opendir(root), let home = PrivateFile.real(root) else { return ([], []) }
    defer { closedir(directory) }
    var places: [ProgramPlace] = []
    var problems: [ProgramCatalogue.Problem] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      let standing: Standing =
        isBundled ? .bundled : .added(try? ProgramAcceptance(name, root).accepted())
      let place = ProgramPlace(
        folder: "\(root)/\(name)", standing, scripts: scripts, config: config)
      guard let folder = PrivateFile.real(place.folder) else {
        problems.append(.init(path: place.path, message: "\(place.folder): leads nowhere"))
        continue
      }
      guard access(place.path, F_OK) == 0 else { continue }
      if folder == home + "/" + name {
        places.append(place)
      } else {
        problems.append(
          .init(
            path: place.path,
            message: "\(place.folder): is a link to \(folder): a program lies in its own folder"))
      }
    }
    return (places.sorted { $0.folder < $1.folder }, problems.sorted { $0.path < $1.path })
  }
}
