internal import Bindings
internal import MixCore
internal import Synchronization

/// Notices that settings were changed while the server runs.
final class SettingsWatch: Sendable {
  private let configuration: Configuration
  // Asked by the scheduler alone, on its reactor; Sendable asks for more than that.
  private let stamps: Mutex<[FileStamp]>

  init(_ configuration: Configuration) {
    self.configuration = configuration
    stamps = Mutex(configuration.files.map(FileStamp.init))
  }

  /// The refreshers as the files want them now; nil while nothing has changed, and while what was written
  /// does not fit.
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
