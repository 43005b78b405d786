internal import Files

/// WAV and AIFF (Multimedia Programming Interface and Data Specifications 1.0; Audio Interchange
/// File Format 1.3).
extension AudioSpans {
  /// Whether a file that begins with these bytes is made of such chunks.
  static func hasChunks(_ mark: [UInt8]) -> Bool {
    mark.starts(with: "RIFF".utf8) && mark.dropFirst(8).elementsEqual("WAVE".utf8)
      || mark.starts(with: "FORM".utf8) && mark.dropFirst(8).prefix(3).elementsEqual("AIF".utf8)
  }

  /// The contents of the chunks that hold sound.
  static func chunks(
    _ file: OpenFile, _ size: Int, isBig: Bool, _ stop: WorkStop
  ) throws -> [Range<Int>] {
    var spans: [Range<Int>] = []
    var place = 12
    for _ in 0..<mostParts where size - place >= 8 {
      try stop.check()
      let head = try file.read(8, at: place)
      let length = isBig ? head.dropFirst(4).bigEndian : head.dropFirst(4).littleEndian
      guard length <= size - place - 8 else {
        throw TagFailure.damaged("its chunks are longer than the file")
      }
      if head.prefix(4).elementsEqual(isBig ? "SSND".utf8 : "data".utf8) {
        spans.append(place + 8..<place + 8 + length)
      }
      place += 8 + length + length & 1
    }
    guard size - place < 8 else { throw tooMany }
    guard spans.contains(where: { !$0.isEmpty }) else {
      throw TagFailure.damaged("there is no audio in it")
    }
    return spans
  }
}
