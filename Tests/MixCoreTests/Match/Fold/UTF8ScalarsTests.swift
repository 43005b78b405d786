import Testing

@testable import Match

@Suite("UTF-8 into scalars")
struct UTF8ScalarsTests {
  private static func decode(_ bytes: [UInt8]) -> [UInt32] {
    bytes.withUnsafeBufferPointer { bytes in
      [UInt32](unsafeUninitializedCapacity: bytes.count) { output, count in
        count = output.baseAddress.map { UTF8Scalars.decode(bytes, into: $0) } ?? 0
      }
    }
  }

  @Test("Stray, overlong, cut and surrogate sequences become U+FFFD")
  func repairs() {
    #expect(Self.decode([0x61, 0xFF, 0x62]) == [0x61, 0xFFFD, 0x62])
    #expect(Self.decode([0xED, 0xA0, 0x80]) == [0xFFFD, 0xFFFD, 0xFFFD])
    #expect(Self.decode([0xC0, 0x80]) == [0xFFFD, 0xFFFD])
    #expect(Self.decode([0xE2, 0x82]) == [0xFFFD])
    #expect(Self.decode([0xF0, 0x9F, 0x8E, 0xB5]) == [0x1F3B5])
    #expect(Self.decode([0xF4, 0x90, 0x80, 0x80]) == [0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD])
  }

  @Test("Any bytes decode as the standard library decodes them")
  func likeTheStandardLibrary() {
    var numbers = FixedNumbers(state: 5)
    let pieces: [UInt8] = [
      0x41, 0x80, 0xBF, 0xC2, 0xDF, 0xE0, 0xA0, 0xED, 0x9F, 0xEF, 0xF0, 0x90, 0xF4, 0x8F, 0xF5,
    ]
    for _ in 0..<3000 {
      let bytes = (0..<numbers.below(12)).map { _ in pieces[numbers.below(pieces.count)] }
      let expected = String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
      #expect(Self.decode(bytes) == expected, "\(bytes)")
    }
  }

  @Test("Text is ASCII only without a byte from 0x80 on, wherever it stands")
  func ascii() {
    for length in 0..<20 {
      var bytes = [UInt8](repeating: 0x41, count: length)
      #expect(bytes.withUnsafeBufferPointer(UTF8Scalars.isASCII))
      for place in 0..<length {
        bytes[place] = 0x80
        #expect(!bytes.withUnsafeBufferPointer(UTF8Scalars.isASCII))
        bytes[place] = 0x41
      }
    }
  }
}
