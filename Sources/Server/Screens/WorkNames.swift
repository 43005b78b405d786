internal import Files
internal import Logging
internal import Synchronization

/// The names of the screens that show works, in a file: the next server says what was cut off.
///
/// A name is on disk before anybody sees the work, so that no end of the process comes in between.
final class WorkNames: Sendable {
  private let path: String
  private let log: AccessLog
  // Written by the engines' reactors and by the hub's watch.
  private let names: Mutex<Set<String>>

  /// Reads what an earlier server has left. Blocks.
  init(path: String, log: AccessLog) {
    self.path = path
    self.log = log
    let text = String(decoding: (try? PrivateFile.read(path)) ?? [], as: UTF8.self)
    names = Mutex(Set(text.split(separator: "\n").map(String.init)))
  }

  /// The names as they are.
  var all: Set<String> { names.withLock { $0 } }

  /// Shows a tree on a screen. Of a tree with a work that all pages show, the screen's name is kept
  /// first. Blocks.
  func show(_ tree: DrawnTree, on screen: OpenScreen) {
    guard tree.hasSharedWorks else { return screen.show(tree) }
    names.withLock { names in
      if names.insert(screen.name).inserted { write(names) }
      screen.show(tree)
    }
  }

  /// Removes the names of screens that show no work any more. Blocks.
  /// - Parameter showing: returns the names of those that do; no work appears while it runs.
  func removeEnded(_ showing: () -> Set<String>) {
    names.withLock { names in
      let left = names.intersection(showing())
      guard left != names else { return }
      names = left
      write(names)
    }
  }

  private func write(_ names: Set<String>) {
    do { try PrivateFile.write(Array(names.sorted().joined(separator: "\n").utf8), to: path) } catch
    {
      log.note(.warning, "works are not remembered: \(error)")
    }
  }
}
