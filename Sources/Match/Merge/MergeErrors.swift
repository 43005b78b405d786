/// A merge is used while it is being read: by a second task while it waits for pages, or by what a
/// comparison calls.
public struct MergeReadTwice: Error, CustomStringConvertible {
  /// The one there is.
  public init() {}

  /// In words.
  public var description: String {
    "the merged list is being read: it has one reader at a time, and what compares its items must "
      + "leave it alone"
  }
}

/// A source gives no item page after page, and does not end.
public struct MergeRunsEmpty: Error, CustomStringConvertible {
  /// How many pages in a row may be empty.
  static let most = 1_000

  /// In words.
  public var description: String {
    "the source gave \(Self.most) empty pages in a row and says that there are more"
  }
}

/// A source gives one page again and again.
public struct MergeRepeats: Error, CustomStringConvertible {
  /// In words.
  public var description: String { "the source gives the same page again and again" }
}
