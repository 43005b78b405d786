/// The settings of a program that uses the mock: its own charts, and credentials that it grants.
public struct MockSettings {
  private let options: MockOptions

  /// - Parameter options: the mock's.
  public init(_ options: MockOptions) { self.options = options }

  /// Settings and their texts.
  public var all: [(name: String, value: String)] {
    [
      ("tmdb.token", options.tmdbToken),
      ("chart.remote_url", "https://chart.mixhost.invalid/kworb.json"),
    ]
  }
}
