import Glibc
import HostSetup
import MixCore

/// The files that are run.
enum SpecFiles {
  private static let suffix = "_spec.lua"
  private static let mostDepth = 32

  /// The files of the given paths in the order of their names; each once.
  /// - Parameter seed: mixes them.
  /// - Throws: ``UsageError`` for a path that is not there, and when there is no spec file at all.
  static func find(_ paths: [String], seed: Int?) throws -> [String] {
    var found: [String] = []
    let places = paths.isEmpty ? try standardFolders() : paths
    for path in places {
      switch kind(path) {
      case S_IFDIR: found += try below(path, depth: 0)
      case nil: throw UsageError("cannot read \(path): \(String(cString: strerror(errno)))")
      default: found.append(path)
      }
    }
    var seen: Set<String> = []
    var files = found.filter { seen.insert($0).inserted }
    guard !files.isEmpty else {
      throw UsageError("no file *\(suffix) in \(places.joined(separator: ", "))")
    }
    if let seed { shuffle(&files, seed) }
    return files
  }

  /// `spec`, the same folder of each program beside it, and the folders of services.
  private static func standardFolders() throws -> [String] {
    for base in ["scripts/", ""] {
      let programs = base + "programs"
      let ofPrograms = kind(programs) == S_IFDIR ? try names(in: programs) : []
      let folders =
        [base + "spec"] + ofPrograms.map { "\(programs)/\($0)/spec" } + [base + "services"]
      let present = folders.filter { kind($0) == S_IFDIR }
      if !present.isEmpty { return present }
    }
    throw UsageError("there is no folder scripts/spec or spec here; name the spec files")
  }

  private static func kind(_ path: String) -> mode_t? {
    var info = stat()
    return stat(path, &info) == 0 ? info.st_mode & S_IFMT : nil
  }

  /// The names in a folder in their order, without hidden ones.
  private static func names(in folder: String) throws -> [String] {
    guard let stream = opendir(folder) else {
      throw UsageError("cannot read \(folder): \(String(cString: strerror(errno)))")
    }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    closedir(stream)
    return names.sorted()
  }

  private static func below(_ folder: String, depth: Int) throws -> [String] {
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    var files: [String] = []
    for name in try names(in: folder) {
      let path = base + name
      if kind(path) == S_IFDIR {
        // Deeper than that is a link to a folder above.
        if depth < mostDepth { files += try below(path, depth: depth + 1) }
      } else if name.hasSuffix(suffix) {
        files.append(path)
      }
    }
    return files
  }

  private static func shuffle(_ files: inout [String], _ seed: Int) {
    var state = UInt64(seed) &+ 1
    for index in stride(from: files.count - 1, to: 0, by: -1) {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      files.swapAt(index, Int((state >> 33) % UInt64(index + 1)))
    }
  }
}
