#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Synchronization
import Bindings
import Dispatch

/// Ctrl-C and SIGTERM: the first one ends the server in order, within ten seconds; a second one at once.
final class EndSignals {
  /// How long the end may take, in seconds: a script that hangs must not keep a machine from going down.
  private static let patience = 10.0

  private var sources: [any DispatchSourceSignal] = []
  private let queue = DispatchQueue(label: "mixhost.signals")

  /// - Parameters:
  ///   - hangUp: what SIGHUP does, on a queue of Dispatch; nil: it ends the server as SIGTERM does.
  ///   - stop: ends the server, gets the signal; called once, on a queue of Dispatch.
  init(
    hangUp: (@Sendable () -> Void)?, _ stop: @escaping @Sendable (Int32) -> Void
  ) {
    let queue = queue
    let first = FirstTime()
    for number in [SIGTERM, SIGINT] + (hangUp == nil ? [SIGHUP] : []) {
      handle(number) {
        guard first.isNow() else { _exit(128 + number) }
        queue.asyncAfter(deadline: .now() + Self.patience) {
          OutputSettings.writeError(
            "mixhost: running work did not end in time; the next start continues it\n")
          _exit(1)
        }
        stop(number)
      }
    }
    if let hangUp { handle(SIGHUP, hangUp) }
  }

  private func handle(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: action)
    source.resume()
    sources.append(source)
  }
}

/// Whether something happens for the first time.
private final class FirstTime: Sendable {
  private let isOver = Atomic<Bool>(false)

  func isNow() -> Bool { !isOver.exchange(true, ordering: .relaxed) }
}
