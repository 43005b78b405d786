/// The ranges of release dates that users can choose (document 001).
public enum DateRange: String, Sendable, CaseIterable {
  /// Tomorrow and the 364 days after it.
  case upcoming
  /// The first to the last day of this month.
  case thisMonth
  /// Today and the 30 days before.
  case last30Days
  /// Today and the 90 days before.
  case last90Days
  /// January 1 to December 31 of this year.
  case thisYear
  /// No limits.
  case allTime

  /// The range's first and last day; nil for no limits.
  public func days(from today: CalendarDay) -> ClosedRange<CalendarDay>? {
    switch self {
    case .upcoming: today.adding(days: 1)...max(today.adding(days: 1), today.adding(days: 365))
    case .thisMonth: today.monthStart...today.monthEnd
    case .last30Days: today.adding(days: -30)...today
    case .last90Days: today.adding(days: -90)...today
    case .thisYear: today.yearStart...today.yearEnd
    case .allTime: nil
    }
  }
}
