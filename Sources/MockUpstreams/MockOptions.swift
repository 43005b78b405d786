internal import MixCore
public import Net
public import Notation

/// How a ``MockServer`` behaves. One vocabulary of keys serves the helper's flags (`--latency 20ms`)
/// and the compact form of the main program (`--mock=latency=20ms,size=2000`).
public struct MockOptions: Sendable, Equatable {
  /// Seed of the catalogue: the same seed and index give the same item on every machine.
  public var seed: UInt64 = 1
  /// Number of songs in the catalogue, 1...100,000,000. They are made on demand.
  public var size: Int = 1000
  /// Number of books in the catalogue, 2...10,000,000. They are made on demand.
  public var books: Int = 100_000
  /// Number of films at TMDB, and of series, 1...100,000.
  public var titles: Int = 20_000
  /// The options that only the mock of one service reads, by key; its mock.lua knows what they take.
  var ofServices: [String: String] = [:]
  /// Time every request waits before it is answered, 0...60 s. `/health` answers at once.
  public var latency: Duration = .zero
  /// File that holds every answer back while it is there, so that a run stays in the middle of its
  /// work for as long as somebody looks at it. `/health` answers at once; nil holds nothing.
  public var holdFile: String?
  /// Limit on the calls of iTunes, MusicBrainz, Deezer, Open Library, Google Books, TMDB and the hub,
  /// each; nil lifts it.
  public var rate: RateLimit?
  /// The fault and its place.
  public var faults = MockFaults()
  /// How long access tokens of the mocked log-ins live, in seconds, 1...86,400.
  public var tokenLife: Int = 3_600
  /// How long a mocked log-in can be refreshed, in seconds since it began, 1...10 years.
  public var loginLife: Int = 180 * 86_400
  /// How far the clock that its answers show is ahead, in seconds, at most a year; below zero, behind.
  public var clock: Int = 0
  /// How fast the clock that its answers show goes, for trials that have to last days; nil: as the machine's.
  public var pace: TimePace?
  /// File that receives one NDJSON line per finished request; nil writes none.
  public var logFile: String?
  /// Number of chart entries, 1...10,000, at most ``size``.
  public var chartSize: Int = 100
  /// The folders above `services` whose mocks answer: mixhost's `scripts` first.
  public var folders: [String] = ShareFolder.path.map { [$0 + "/scripts"] } ?? []
  /// Address to listen on.
  public var host: String = "127.0.0.1"
  /// TCP port, 0...65535; 0 lets the system choose a free one.
  public var port: Int = 0

  /// Options with every default.
  public init() {}

  /// Parses `key=value` pairs separated by commas, as in `latency=50ms,size=2000,rate=20/min`.
  /// A file name that holds a comma cannot be written this way.
  /// - Throws: ``MockOptionError`` naming the key and what it takes.
  public init(parsing text: String) throws {
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw MockOptionError(key: String(pair), message: "expected key=value")
      }
      try set(String(parts[0]), to: String(parts[1]))
    }
    try validate()
  }

  /// Sets one option by its key: `seed size books titles tmdb-token oddities latency hold rate
  /// fault retry-after fault-path token-life login-life spotify clock pace log chart-size host port`.
  /// - Throws: ``MockOptionError`` for an unknown key or a value out of range.
  public mutating func set(_ key: String, to value: String) throws {
    switch key {
    case "seed":
      guard let number = UInt64(value) else {
        throw MockOptionError(key: key, message: "takes a number from 0 to 2^64-1, not '\(value)'")
      }
      seed = number
    case "size": size = try Self.integer(value, key: key, in: 1...100_000_000)
    case "books": books = try Self.integer(value, key: key, in: 2...10_000_000)
    case "titles": titles = try Self.integer(value, key: key, in: 1...100_000)
    case "tmdb-token", "oddities", "spotify": ofServices[key] = try Self.nonEmpty(value, key: key)
    case "chart-size": chartSize = try Self.integer(value, key: key, in: 1...10_000)
    case "port": port = try Self.integer(value, key: key, in: 0...65535)
    case "latency": latency = try Self.duration(value, key: key)
    case "hold": holdFile = try Self.nonEmpty(value, key: key)
    case "rate":
      guard let limit = RateLimit(value) else {
        throw MockOptionError(
          key: key, message: "takes calls/period such as 20/min, not '\(value)'")
      }
      rate = limit
    case "fault": try faults.setRules(value)
    case "retry-after": try faults.setRetryAfter(value)
    case "fault-path": try faults.setPaths(value)
    case "token-life": tokenLife = try Self.integer(value, key: key, in: 1...86_400)
    case "login-life": loginLife = try Self.integer(value, key: key, in: 1...315_360_000)
    case "clock": clock = try Self.shift(value, key: key)
    case "pace": pace = try Self.pace(value, key: key)
    case "services": folders.append(try Self.nonEmpty(value, key: key))
    case "log": logFile = try Self.nonEmpty(value, key: key)
    case "host": host = try Self.nonEmpty(value, key: key)
    default:
      throw MockOptionError(
        key: key,
        message:
          "is unknown; known: seed, size, books, titles, tmdb-token, oddities, latency, hold, rate, "
          + "fault, retry-after, fault-path, token-life, login-life, spotify, clock, pace, log, "
          + "chart-size, services, host, port")
    }
  }

  /// Checks what no single key can: the chart is drawn from the catalogue without repeats.
  /// - Throws: ``MockOptionError`` when ``chartSize`` exceeds ``size``; a chart size that was left
  ///   at its default shrinks to the catalogue instead.
  public mutating func validate() throws {
    guard chartSize > size else { return }
    guard chartSize == MockOptions().chartSize else {
      throw MockOptionError(key: "chart-size", message: "\(chartSize) exceeds size \(size)")
    }
    chartSize = size
  }

  private static func integer(_ text: String, key: String, in range: ClosedRange<Int>) throws -> Int
  {
    guard let number = Int(text), range.contains(number) else {
      throw MockOptionError(
        key: key, message: "takes \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }

  private static func nonEmpty(_ text: String, key: String) throws -> String {
    guard !text.isEmpty else { throw MockOptionError(key: key, message: "must not be empty") }
    return text
  }

  /// Reads `+1h`, `-90s`, `30min`, `2d`: whole seconds.
  private static func shift(_ text: String, key: String) throws -> Int {
    let length = text.drop { $0 == "+" || $0 == "-" }.replacing("min", with: "m")
    guard text.count - length.count <= (text.hasSuffix("min") ? 3 : 1),
      length.last?.isLetter == true, let seconds = DurationText.parse(String(length)),
      seconds <= 31_536_000
    else {
      throw MockOptionError(
        key: key, message: "takes a time such as +1h or -90s, at most 365d, not '\(text)'")
    }
    return Int(clamping: text.hasPrefix("-") ? -seconds : seconds)
  }

  private static func pace(_ text: String, key: String) throws -> TimePace {
    guard let pace = TimePace(parsing: text) else {
      throw MockOptionError(
        key: key,
        message:
          "takes RATE@START, such as 60@1795449600: a rate from 1 to 1000 and seconds since 1970, "
          + "not '\(text)'")
    }
    return pace
  }

  /// Reads `20ms`, `1.5s`, `0`; without a unit the number counts milliseconds.
  private static func duration(_ text: String, key: String) throws -> Duration {
    let seconds = Double(text).map { $0 / 1000 } ?? DurationText.parse(text)
    guard let seconds, (0...60).contains(seconds) else {
      throw MockOptionError(
        key: key, message: "takes a time such as 20ms or 1.5s, at most 60s, not '\(text)'")
    }
    return .microseconds(Int64(seconds * 1_000_000))
  }
}

/// A mock option that cannot be used.
public struct MockOptionError: Error, CustomStringConvertible, Equatable {
  /// The key as it was written.
  public let key: String
  /// The fault, and the values that the key takes.
  public let message: String

  /// The key and the message in one line.
  public var description: String { "mock option '\(key)': \(message)" }
}
