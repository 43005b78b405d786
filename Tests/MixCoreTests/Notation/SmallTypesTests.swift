import Notation
import MixCore
import Notation
import Reactor
import Testing

@Suite("Durations, sizes and suggestions")
struct SmallTypesTests {
  @Test(
    "durations",
    arguments: [
      ("15m", 900), ("24h", 86_400), ("1.5s", 1.5), ("1h30m", 5_400), ("500ms", 0.5),
      ("7d", 604_800),
      ("2w", 1_209_600), ("90", 90), ("0", 0), ("1H", 3_600), (".5s", 0.5), ("3W", 1_814_400),
      ("0d", 0),
      ("12345678901s", 12_345_678_901), ("999999999m", 59_999_999_940),
    ])
  func durations(_ text: String, _ seconds: Double) {
    #expect(DurationText.parse(text) == seconds)
  }

  @Test(
    "no durations",
    arguments: [
      "", "-1", "s", "1x", "1 h", "1h x", "h1", "1e3", "nan", "inf", "1.2.3s", ".", "1m30", "٣s",
      "1\u{13}",
    ])
  func noDurations(_ text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test(
    "written durations",
    arguments: [
      (86_400, "24h"), (900, "15m"), (90, "90s"), (1.5, "1.5s"), (0.25, "250ms"), (0.0, "0s"),
    ])
  func writtenDurations(_ seconds: Double, _ text: String) {
    #expect(DurationText.format(seconds) == text)
    #expect(DurationText.parse(text) == seconds)
  }

  @Test(
    "sizes",
    arguments: [
      ("64MB", 64_000_000), ("64MiB", 67_108_864), ("2k", 2_000), ("500", 500),
      ("1.5 GB", 1_500_000_000),
      ("1B", 1), ("0", 0), ("3kib", 3_072),
    ])
  func sizes(_ text: String, _ bytes: Int) {
    #expect(ByteSize.parse(text) == bytes)
  }

  @Test("no sizes", arguments: ["", "MB", "-1", "1XB", "1e6", "99999999TB", "1 M B", "1MBx"])
  func noSizes(_ text: String) {
    #expect(ByteSize.parse(text) == nil)
  }

  @Test(
    "written sizes",
    arguments: [(500_000_000, "500MB"), (2_000, "2KB"), (1_001, "1001B"), (0, "0B")])
  func writtenSizes(_ bytes: Int, _ text: String) {
    #expect(ByteSize.format(bytes) == text)
    #expect(ByteSize.parse(text) == bytes)
  }

  @Test(
    "the nearest name",
    arguments: [
      ("http.concurency", "http.concurrency"), ("HTTP.CONCURRENCY", "http.concurrency"),
      ("cahce.ttl", "cache.ttl"), ("log.lvel", "log.level"), ("upstream.itune", "upstream.itunes"),
    ])
  func closest(_ text: String, _ name: String) {
    #expect(Suggestion.closest(to: text, in: TestPrograms.registry.all.map(\.name)) == name)
  }

  @Test(
    "nothing near",
    arguments: ["", "zebra", "x.y.z", "cache.ttl" + String(repeating: " ", count: 92)])
  func nothingNear(_ text: String) {
    #expect(Suggestion.closest(to: text, in: ["http.concurrency", "cache.ttl"]) == nil)
  }

  @Test("a word of which no letter is left is not near")
  func allChanged() {
    #expect(Suggestion.closest(to: "x", in: ["G", "R"]) == nil)
    #expect(Suggestion.closest(to: "tc", in: ["tv"]) == "tv")
  }

  @Test("swapped neighbours are one slip, and the first of equals wins")
  func ties() {
    #expect(Suggestion.closest(to: "gte", in: ["put", "get", "set"]) == "get")
    #expect(Suggestion.closest(to: "aet", in: ["get", "set"]) == "get")
    #expect(Suggestion.closest(to: "get", in: ["set", "get"]) == "get")
  }

  @Test(
    "a number of any size becomes a whole one",
    arguments: [
      (1e300, Int.max), (-1e300, .min), (.infinity, .max), (-.infinity, .min), (.nan, 0), (2.9, 2),
      (-2.9, -2), (-0.0, 0), (9_223_372_036_854_775_808, .max), (-9_223_372_036_854_775_808, .min),
    ])
  func clamping(_ number: Double, _ whole: Int) {
    #expect(Int(clamping: number) == whole)
    #expect(Int32(clamping: number) == Int32(clamping: whole))
    #expect(UInt8(clamping: number) == UInt8(clamping: whole))
  }

  @Test(
    "seconds of any size become a length that a clock can add", arguments: [1e300, .nan, -1e300])
  func lengths(_ seconds: Double) {
    let length = Duration.seconds(clamping: seconds)
    #expect(length + .seconds(1_000_000) > length)
    #expect(abs(length.seconds) <= 1e10)
  }
}
