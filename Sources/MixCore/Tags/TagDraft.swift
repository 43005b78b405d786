internal import Files

/// A file with changed tags beside the one whose place it is to take. Dropped, it is gone.
public final class TagDraft: Sendable {
  private let copy: FileCopy
  /// The tags as they will be.
  public let tags: AudioTags
  /// Taken by ``TagFile/restore(_:)``: kept before ``finish(keepsTime:)``, it leads back whatever happens
  /// to this process meanwhile.
  public let undo: String
  /// The SHA-256 of the audio data, in hexadecimal digits.
  public let audio: String

  init(_ copy: FileCopy, tags: AudioTags, undo: String, audio: String) {
    self.copy = copy
    self.tags = tags
    self.undo = undo
    self.audio = audio
  }

  /// Takes the file's place. Blocks.
  /// - Parameter keepsTime: whether the file keeps its time of change.
  /// - Throws: ``FileFailure``; the file is then as it was.
  public func finish(keepsTime: Bool) throws {
    try copy.finish(modified: keepsTime ? copy.modified : nil)
  }
}
