import Dispatch

/// Does something on many threads at once that are not those of Swift's tasks: work that blocks there
/// keeps every other test from going on.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      DispatchQueue.concurrentPerform(iterations: count) { body($0) }
      continuation.resume()
    }
  }
}
