internal import Files
internal import Glibc

/// The folders of services, each with its `service.lua`: those that come with mixhost before the user's.
public struct ServiceFolders: Sendable, Equatable {
  /// The name of a service's manifest.
  public static let fileName = "service.lua"

  /// mixhost's own folder; nil when there is none.
  public let bundled: String?
  /// The user's folder; nil: none is looked at.
  public let own: String?

  /// - Parameters:
  ///   - scripts: the folder `scripts` of mixhost's installation.
  ///   - config: the home's folder `config`.
  public init(scripts: String?, config: String?) {
    bundled = scripts.map { $0 + "/services" }
    own = config.map { $0 + "/services" }
  }

  /// Both folders, as far as there are any.
  public var all: [String] { [bundled, own].compactMap(\.self) }

  /// The manifest of a service; nil when there is none of that name.
  public func manifest(_ name: String) -> String? {
    guard ProgramManifest.isName(name) else { return nil }
    return all.map { "\($0)/\(name)/\(Self.fileName)" }.first(where: PrivateFile.exists)
  }

  /// The services of a folder, by name.
  public static func names(in folder: String?) -> [String] {
    guard let folder, let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if ProgramManifest.isName(name), PrivateFile.exists("\(folder)/\(name)/\(fileName)") {
        names.append(name)
      }
    }
    return names.sorted()
  }
}
