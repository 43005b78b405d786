import Dispatch
import Reactor

/// Does something on many threads at once that are not those of Swift's tasks: work that blocks there
/// keeps every other test waiting.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      DispatchQueue.concurrentPerform(iterations: count) { body($0) }
      continuation.resume()
    }
  }
}

/// The results of many threads.
final class Gathered<Value: Sendable>: Sendable {
  private let values = Guarded<[Value]>([])

  var all: [Value] { values.withLock { $0 } }
  func add(_ value: Value) { values.withLock { $0.append(value) } }
}
