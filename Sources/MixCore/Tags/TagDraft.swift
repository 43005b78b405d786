internal import Files

/// A copy of a file with changed tags, which can replace the file. Releasing it deletes the copy.
public final class TagDraft: Sendable {
  private let copy: FileCopy
  /// The changed tags.
  public let tags: AudioTags
  /// The text for ``TagFile/restore(_:)``. Stored before ``finish(keepsTime:)``, it restores the
  /// file even if this process dies meanwhile.
  public let undo: String
  /// The SHA-256 of the audio data, in hexadecimal digits.
  public let audio: String

  init(_ copy: FileCopy, tags: AudioTags, undo: String, audio: String) {
    self.copy = copy
    self.tags = tags
    self.undo = undo
    self.audio = audio
  }

  /// Replaces the file. Blocks.
  /// - Parameter keepsTime: whether the file keeps its modification time.
  /// - Throws: ``FileFailure``; the file is then unchanged.
  public func finish(keepsTime: Bool) throws {
    try copy.finish(modified: keepsTime ? copy.modified : nil)
  }
}
