/// The requests of an item of a job.
enum ItemRequests {
  /// Marks what works on a queued item: its requests are sent once, as the queue has a retry table of
  /// its own.
  static let mark = "jobs.item"
  /// The longest pause of an upstream that an item waits for with a worker in hand, in seconds; for a
  /// longer one it goes back to the queue.
  static let patience = 1.0
}
