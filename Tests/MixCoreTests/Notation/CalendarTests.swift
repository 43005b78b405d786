import Notation
import Testing

@Suite("Dates by arithmetic") struct CivilDateTests {
  // The turn of the eras, the years without a leap day, and today's.
  @Test(arguments: [-5...405, 1895...2105])
  func everyDayFollowsTheOneBefore(years: ClosedRange<Int>) {
    var number = CivilDate.dayNumber(year: years.lowerBound, month: 1, day: 1)
    for year in years {
      for month in 1...12 {
        for day in 1...CivilDate.length(ofMonth: month, year) {
          let date = CivilDate(year: year, month: month, day: day)
          if date?.dayNumber != number || date != CivilDate(dayNumber: number) {
            Issue.record("\(year)-\(month)-\(day) is not day \(number)")
          }
          number += 1
        }
      }
    }
  }

  @Test(arguments: [
    (0, "1970-01-01", "Thu"), (-1, "1969-12-31", "Wed"), (11_016, "2000-02-29", "Tue"),
    (-719_528, "0000-01-01", "Sat"),
  ])
  func knownDays(number: Int, text: String, weekday: String) {
    let date = CivilDate(dayNumber: number)
    #expect(date.description == text)
    #expect(date.weekday == weekday)
  }

  @Test func daysThatThereAreNotAreRefused() {
    #expect(CivilDate(year: 1900, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2000, month: 13, day: 1) == nil)
    #expect(CivilDate(year: 2000, month: 4, day: 31) == nil)
    #expect(CivilDate(year: 2000, month: 4, day: 0) == nil)
  }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00.000Z"), (-0.001, "1969-12-31T23:59:59.999Z"),
    (1_795_255_200.25, "2026-11-21T10:00:00.250Z"), (-86_400, "1969-12-31T00:00:00.000Z"),
  ])
  func millisecondsAreKept(seconds: Double, text: String) {
    #expect(InternetTime.formatMilliseconds(seconds) == text)
  }
}
