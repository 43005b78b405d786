import Testing

@testable import Notation

@Suite("Calendar: ranges of days") struct DateRangeTests {
  private func text(_ range: DateRange, _ day: String) throws -> String {
    let today = try #require(CalendarDay(day))
    return range.days(from: today).map { "\($0.lowerBound) \($0.upperBound)" } ?? "all"
  }

  @Test(arguments: [
    ("2026-11-21", "2026-11-01 2026-11-30"), ("2026-12-31", "2026-12-01 2026-12-31"),
    ("2026-01-01", "2026-01-01 2026-01-31"), ("2024-02-29", "2024-02-01 2024-02-29"),
    ("2023-02-28", "2023-02-01 2023-02-28"), ("2000-02-01", "2000-02-01 2000-02-29"),
    ("1900-02-10", "1900-02-01 1900-02-28"),
  ])
  func months(day: String, expected: String) throws {
    #expect(try text(.thisMonth, day) == expected)
  }

  @Test(arguments: [
    ("2026-11-21", "2026-11-22 2027-11-21"), ("2026-12-31", "2027-01-01 2027-12-31"),
    // 365 days on from a leap day, and over one.
    ("2024-02-29", "2024-03-01 2025-02-28"), ("2023-03-01", "2023-03-02 2024-02-29"),
    ("2023-02-28", "2023-03-01 2024-02-28"),
  ])
  func upcoming(day: String, expected: String) throws {
    #expect(try text(.upcoming, day) == expected)
  }

  @Test(arguments: [
    ("2026-03-30", "2026-02-28 2026-03-30"), ("2024-03-30", "2024-02-29 2024-03-30"),
    ("2026-01-15", "2025-12-16 2026-01-15"),
  ])
  func last30Days(day: String, expected: String) throws {
    #expect(try text(.last30Days, day) == expected)
  }

  @Test func othersAtTheirEdges() throws {
    #expect(try text(.last90Days, "2024-05-29") == "2024-02-29 2024-05-29")
    #expect(try text(.last90Days, "2026-03-31") == "2025-12-31 2026-03-31")
    #expect(try text(.thisYear, "2026-01-01") == "2026-01-01 2026-12-31")
    #expect(try text(.thisYear, "2026-12-31") == "2026-01-01 2026-12-31")
    #expect(try text(.allTime, "2026-12-31") == "all")
  }

  @Test func daysAreReckonedOneByOne() throws {
    var day = try #require(CalendarDay("1896-02-27"))
    var count = 0
    // Over 1900, which has no leap day, and 2000, which has one.
    while day < CalendarDay(year: 2104, month: 3, day: 2)! {
      let next = day.adding(days: 1)
      let isNewMonth = next.month != day.month
      #expect(isNewMonth ? day == day.monthEnd && next.day == 1 : next.day == day.day + 1)
      #expect(next.adding(days: -1) == day)
      day = next
      count += 1
    }
    #expect(count == 75_974)
    #expect(CalendarDay("1896-02-27")?.adding(days: count) == day)
  }

  @Test func onlyDaysThatThereAre() {
    for text in [
      "2026-02-29", "2026-13-01", "2026-00-10", "0000-00-00", "2026-1-1", "2026-11-2x", "", "today",
      "2026-11-31", "2026/11/01", "+026-11-01",
    ] {
      #expect(CalendarDay(text) == nil, "\(text)")
    }
    #expect(CalendarDay("2024-02-29")?.description == "2024-02-29")
    #expect(CalendarDay("0001-01-01")?.description == "0001-01-01")
  }

  @Test func theEndsOfTheCalendarHold() throws {
    let last = try #require(CalendarDay("9999-12-31"))
    #expect(last.adding(days: 1) == last && last.adding(days: .max) == last)
    let first = try #require(CalendarDay("0000-01-01"))
    #expect(first.adding(days: -1) == first && first.adding(days: .min) == first)
    #expect(try text(.upcoming, "9999-12-31") == "9999-12-31 9999-12-31")
    #expect(CalendarDay.local(at: .infinity).year == 9999)
    #expect(CalendarDay.local(at: -.infinity).year == 0)
  }
}
