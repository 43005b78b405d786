internal import Notation

/// The start of a recorded run: the first line of a cassette (docs/recording.md).
public struct CassetteHeader: Sendable, Equatable {
  /// The version of the format that is written and read.
  static let version = 1
  static let format = "mixhost-cassette"

  /// The script, as it was named; for readers only.
  public var script: String
  /// When the run began, in milliseconds since 1970.
  public var startMilliseconds: Int
  /// The seed of its random numbers.
  public var seed: Int
  /// Whether rate limits were lifted, as with a mock.
  public var liftsRateLimits: Bool
  /// The settings that were not the defaults; secret ones as `***`.
  public var settings: [String: String]

  /// Makes a header.
  /// - Parameters:
  ///   - startMilliseconds: when the run begins, since 1970.
  ///   - seed: 0 to 2^53.
  public init(
    script: String, startMilliseconds: Int, seed: Int, liftsRateLimits: Bool = false,
    settings: [String: String] = [:]
  ) {
    self.script = script
    self.startMilliseconds = startMilliseconds
    self.seed = seed
    self.liftsRateLimits = liftsRateLimits
    self.settings = settings
  }

  /// The line, its end included.
  func line(_ mask: CassetteMask) -> String {
    var record = CassetteRecord()
    record.add("format", Self.format)
    record.add("version", raw: "\(Self.version)")
    record.add("script", mask.text(script))
    record.add("started", InternetTime.formatMilliseconds(Double(startMilliseconds) / 1_000))
    record.add("started_ms", raw: "\(startMilliseconds)")
    record.add("seed", raw: "\(seed)")
    record.add("rate_limits", raw: "\(!liftsRateLimits)")
    var values = CassetteRecord()
    for (name, text) in settings.sorted(by: { $0.key < $1.key }) {
      values.add(name, mask.text(text))
    }
    record.add("settings", raw: values.text)
    return record.text + "\n"
  }

  /// Reads the line.
  /// - Throws: ``CassetteRecord/Problem``.
  init(_ line: ArraySlice<UInt8>) throws {
    guard let record = try? CassetteRecord(line), (try? record.string("format")) == Self.format
    else { throw CassetteRecord.Problem("this is not a recording made by mixhost --record") }
    let version = try record.integer("version")
    guard version == Self.version else {
      throw CassetteRecord.Problem(
        "version \(version) of the format; this mixhost reads version \(Self.version)")
    }
    script = try record.string("script")
    startMilliseconds = try record.integer("started_ms")
    seed = try record.integer("seed")
    liftsRateLimits = try record.raw("rate_limits") == "false"
    settings = try CassetteRecord(record.raw("settings").utf8).strings()
    guard (0...253_402_300_799_999).contains(startMilliseconds), seed >= 0 else {
      throw CassetteRecord.Problem("'started_ms' and 'seed' are out of range")
    }
  }
}
