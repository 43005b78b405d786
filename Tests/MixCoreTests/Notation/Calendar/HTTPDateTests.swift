import MixCore
import Testing

@Suite("HTTP dates (RFC 9110, 5.6.7)")
struct HTTPDateTests {
  private let now = 1_767_225_600.0

  @Test(
    "the three forms",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
  func forms(_ text: String) {
    #expect(HTTPDate.parse(text, now: now) == 784_111_777)
  }

  @Test(
    "anything that is not a date",
    arguments: [
      "", "0", "-1", "Sun", "Sun,", "06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 06 Nov 1994 08:49:37 gmt", "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
      "Sun, 29 Feb 2023 08:49:37 GMT", "Sun, 06 NOV 1994 08:49:37 GMT",
      "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994",
      "Sun, 06 Nov 1994 08:49:37 GMT ", "Xyz, 06 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 +8:49:37 GMT",
    ])
  func invalid(_ text: String) {
    #expect(HTTPDate.parse(text, now: now) == nil)
  }

  @Test("two digits are a year at most 50 years ahead")
  func shortYears() {
    let year = 31_556_952.0
    let near = HTTPDate.parse("Friday, 01-Jan-76 00:00:00 GMT", now: now)
    let far = HTTPDate.parse("Friday, 01-Jan-77 00:00:00 GMT", now: now)
    #expect(near.map { ($0 / year).rounded() } == 106)
    #expect(far.map { ($0 / year).rounded() } == 7)
  }

  @Test(
    "written dates read back",
    arguments: [0, 951_782_400, 784_111_777, 4_102_444_799, 253_402_300_799, -86_400.0])
  func roundTrip(_ seconds: Double) {
    #expect(HTTPDate.parse(HTTPDate.format(seconds), now: now) == seconds)
  }

  @Test("the weekday is right")
  func weekday() {
    #expect(HTTPDate.format(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.format(now) == "Thu, 01 Jan 2026 00:00:00 GMT")
  }
}
