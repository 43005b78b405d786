#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Notation

/// Short tunes as WAV files: eight notes of a scale, different ones for each name.
enum SoundFile {
  private static let rate = 11_025
  private static let notes = 8
  private static let noteSeconds = 0.4
  /// Steps of a pentatonic scale, in semitones: no two of them sound wrong together.
  private static let scale = [0, 2, 4, 7, 9, 12, 14, 16]

  /// The tune of a name: 8 bits, one channel, 3.2 s.
  static func tune(_ name: String) -> [UInt8] {
    var digest = Digest(text: name)
    let base = 196 * pow(2, Double(digest.below(7)) / 12)
    let perNote = Int(clamping: Double(rate) * noteSeconds)
    var samples: [UInt8] = []
    samples.reserveCapacity(perNote * notes)
    for _ in 0..<notes {
      let pitch = base * pow(2, Double(digest.pick(scale)) / 12)
      let turn = 2 * Double.pi * pitch / Double(rate)
      for place in 0..<perNote {
        let time = Double(place)
        let loudness = min(1, time / 200) * exp(-4 * time / Double(perNote))
        let wave = sin(turn * time) + 0.3 * sin(2 * turn * time)
        samples.append(UInt8(clamping: 128 + Int(clamping: 80 * loudness * wave)))
      }
    }
    return header(samples.count) + samples
  }

  private static func header(_ count: Int) -> [UInt8] {
    func little(_ number: Int, _ length: Int) -> [UInt8] {
      (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return Array("RIFF".utf8) + little(count + 36, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
      + little(1, 2) + little(1, 2) + little(rate, 4) + little(rate, 4) + little(1, 2)
      + little(8, 2) + Array("data".utf8) + little(count, 4)
  }
}
