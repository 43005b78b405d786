import Net
import Testing

/// The one table of failures.
@Suite struct FailureClassTests {
  @Test(
    "A kind says more than a status, and a status more than nothing",
    arguments: [
      ("rate", 403, FailureClass.limit), ("http", 403, .lasting), ("http", 404, .refused),
      ("http", 410, .gone), ("http", 429, .limit), ("http", 500, .passing), ("http", 501, .lasting),
      ("timeout", nil, .passing), ("tls", nil, .lasting), ("", nil, .lasting),
    ] as [(String, Int?, FailureClass)])
  func classes(kind: String, status: Int?, expected: FailureClass) {
    #expect(FailureClass(kind: kind, status: status) == expected)
  }

  @Test("Passing failures and limits may be asked again later")
  func mayPass() {
    #expect(FailureClass.allCases.filter(\.mayPass) == [.passing, .limit])
  }
}
