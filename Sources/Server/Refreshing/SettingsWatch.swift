internal import Bindings
internal import MixCore
internal import Synchronization

/// Notices changes of settings while the server runs.
final class SettingsWatch: Sendable {
  private let configuration: Configuration
  // Only the scheduler asks, on its reactor; the mutex satisfies Sendable.
  private let stamps: Mutex<[FileStamp]>

  init(_ configuration: Configuration) {
    self.configuration = configuration
    stamps = Mutex(configuration.files.map(FileStamp.init))
  }

  /// The refreshers after a change of the files; nil if nothing changed or the new settings are
  /// invalid.
  func refreshers() -> [Refresher]? {
    let hasChanged = stamps.withLock { stamps in
      guard stamps.contains(where: \.hasChanged) else { return false }
      stamps = configuration.files.map(FileStamp.init)
      return true
    }
    guard hasChanged else { return nil }
    return try? Refresher.all(configuration.reread())
  }
}
