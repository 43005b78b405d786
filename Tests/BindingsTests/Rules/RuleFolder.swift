import Bindings
import Foundation
import Reactor

/// A folder of rule files, and a host that finds them; the user's folder first.
final class RuleFolder {
  let path: String
  let test: TestHost

  /// The rules that come with mixhost.
  static let shipped = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "scripts/rules").path

  /// - Parameters:
  ///   - files: by their place below the folder, such as `match/t.lua`.
  ///   - others: folders that come after it.
  init(_ files: [String: String] = [:], then others: [String] = [], time: (any TimeSource)? = nil)
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.path + "/mixhost-rules-\(UUID().uuidString)"
    path = folder
    test = await TestHost(time: time, configure: { $0.rulesFolders = [folder] + others })
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String) throws {
    let file = URL(filePath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// A file with one feature.
  static func file(_ score: String, more: String = "") -> String {
    """
    return {kind = "match", accept = 0.8, review = 0.5, margin = 0.1, \(more)
      features = {{name = "f", weight = 1,
        score = \(score)}}}
    """
  }
}
