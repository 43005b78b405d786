internal import CIsolation

/// The words after the program's name on the command line. `CommandLine` is empty where /proc is
/// not mounted.
enum ProgramArguments {
  static let all: [String] = {
    var words: [String] = []
    guard var next = cisolation_arguments() else { return words }
    while let word = next.pointee {
      words.append(String(cString: word))
      next += 1
    }
    return Array(words.dropFirst())
  }()
}
