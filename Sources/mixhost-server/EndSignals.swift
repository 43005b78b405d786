#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Dispatch

/// Ctrl-C and SIGTERM: the first one ends the server in order, a second one at once.
final class EndSignals {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter stop: ends the server; called once, on a queue of Dispatch.
  init(_ stop: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "mixhost.signals")
    let count = SignalCount()
    sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        if count.isFirst() { stop() } else { _exit(128 + number) }
      }
      source.resume()
      return source
    }
  }
}

/// How many signals came.
private final class SignalCount: @unchecked Sendable {  // confined: to the queue of the signals
  private var count = 0

  func isFirst() -> Bool {
    count += 1
    return count == 1
  }
}
