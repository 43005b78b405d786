internal import Bindings
internal import Glibc
internal import MixCore

/// The state of a program's Lua files at one time. Blocks for a moment.
struct ProgramStamps: Equatable, Sendable {
  /// A limit that no program reaches.
  private static let mostFiles = 2_000
  private static let deepest = 4

  private var files: [FileStamp] = []

  /// - Parameter manifest: the path of the program's manifest.
  init(manifest: String) {
    files.append(FileStamp(manifest))
    add(PrivateFile.folder(of: manifest), depth: 0)
  }

  private mutating func add(_ folder: String, depth: Int) {
    guard depth < Self.deepest else { return }
    for (name, isFolder) in Self.entries(folder) where files.count < Self.mostFiles {
      if isFolder {
        // Specs change no screen.
        if name != "spec" { add("\(folder)/\(name)", depth: depth + 1) }
      } else if name.hasSuffix(".lua") {
        files.append(FileStamp("\(folder)/\(name)"))
      }
    }
  }

  private static func entries(_ folder: String) -> [(name: String, isFolder: Bool)] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var entries: [(name: String, isFolder: Bool)] = []
    while let entry = readdir(directory) {
      let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { entries.append((name, isFolder)) }
    }
    return entries.sorted { $0.name < $1.name }
  }
}
