internal import MixCore
internal import ScriptHost

/// Small text files of the host itself: rules and settings.
enum PrivateText {
  /// - Returns: nil when there is no such file.
  /// - Throws: ``HostError`` when it cannot be read.
  static func read(_ path: String) throws -> [UInt8]? {
    do { return try PrivateFile.read(path) } catch { throw HostError.usage("\(error)") }
  }
}
