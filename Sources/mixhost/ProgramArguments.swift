internal import CIsolation

/// The words after the program's name on the command line. `CommandLine` is empty where /proc is
/// not mounted.
enum ProgramArguments {
  static let all = Array(words { String(cString: $0) }.dropFirst())

  /// The first that is not UTF-8, with U+FFFD for what cannot be read; nil when all are.
  static var unreadable: String? {
    words { String(validatingCString: $0) == nil ? String(cString: $0) : nil }.first
  }

  private static func words(_ read: (UnsafePointer<CChar>) -> String?) -> [String] {
    guard var next = cisolation_arguments() else { return [] }
    var words: [String] = []
    while let word = next.pointee {
      if let text = read(word) { words.append(text) }
      next += 1
    }
    return words
  }
}
