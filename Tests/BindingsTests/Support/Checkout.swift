/// The checkout that the tests were built from.
enum Checkout {
  /// Its folder; tests may lie at any depth below `Tests`.
  static let root = String(#filePath.prefix(upTo: #filePath.ranges(of: "/Tests/").last!.lowerBound))
  /// The programs and rules that come with mixhost.
  static let scripts = root + "/scripts"
  /// Test data that is not made by the tests.
  static let fixtures = root + "/Tests/Fixtures"
}
