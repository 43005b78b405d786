/// The last tag behind the sound of an MP3 or FLAC file: ID3v1, an APE tag, an ID3v2.4 tag with a
/// footer (ID3v2.4.0 §5), Lyrics3 (id3.org, "Lyrics3" and "Lyrics3 v2.00"), or the longer names before
/// ID3v1 that few players wrote ("TAG+").
struct LastTag {
  enum Kind { case old, enhanced, ape, id3, lyrics }

  let kind: Kind
  let range: Range<Int>

  /// The words around Lyrics3. Its first version has no size, and 5,100 letters at most.
  private static let mostLyrics = 5_120
  private static let lyrics = Array("LYRICSBEGIN".utf8)

  /// Finds the tag at the end of a range of a file; nil where sound is.
  /// - Parameter read: reads a range.
  /// - Throws: ``TagFailure`` for an APE tag that is longer than the range.
  init?(_ whole: Range<Int>, _ read: (Range<Int>) throws -> [UInt8]) throws {
    let end = whole.upperBound
    func last(_ count: Int) throws -> [UInt8] {
      try read(max(whole.lowerBound, end - count)..<end)
    }
    let foot = try last(32)
    // The name of an APE tag of 131 bytes has "TAG" where ID3v1 has it.
    if foot.count == 32, foot.starts(with: "APETAGEX".utf8) {
      let length = foot[12..<16].littleEndian
      let size = length + (foot[23] & 0x80 != 0 ? 32 : 0)
      guard length >= 32, size <= whole.count else {
        throw TagFailure.damaged("its APE tag is longer than the file")
      }
      (kind, range) = (.ape, end - size..<end)
    } else if foot.count == 32, foot[22...].starts(with: "3DI\u{4}".utf8) {
      let start = end - 20 - foot[28...].syncSafe
      guard start >= whole.lowerBound, try read(start..<start + 4).elementsEqual("ID3\u{4}".utf8)
      else { return nil }
      (kind, range) = (.id3, start..<end)
    } else if whole.count >= 128, try read(end - 128..<end - 125).elementsEqual("TAG".utf8) {
      (kind, range) = (.old, end - 128..<end)
    } else if whole.count >= 227, try read(end - 227..<end - 223).elementsEqual("TAG+".utf8) {
      (kind, range) = (.enhanced, end - 227..<end)
    } else {
      let start: Int
      if foot.suffix(9).elementsEqual("LYRICS200".utf8) {
        let digits = String(decoding: foot.suffix(15).prefix(6), as: UTF8.self)
        start = end - 15 - (Int(digits) ?? end)
        guard start >= whole.lowerBound, start + Self.lyrics.count <= end,
          try read(start..<start + Self.lyrics.count) == Self.lyrics
        else { return nil }
      } else {
        guard foot.suffix(9).elementsEqual("LYRICSEND".utf8) else { return nil }
        let own = try last(Self.mostLyrics)
        guard let place = own.indices.last(where: { own[$0...].starts(with: Self.lyrics) })
        else { return nil }
        start = end - own.count + place
      }
      (kind, range) = (.lyrics, start..<end)
    }
  }
}
