import Glibc

/// A small thread that receives signals with `sigwait`.
enum SignalThread {
  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Blocks the signals in this thread and the threads it starts later, and runs `body` on a
  /// separate thread; call it before any other thread is started.
  static func start(_ numbers: [Int32], _ body: @escaping @Sendable () -> Void) {
    var set = set(numbers)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 128 << 10)
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    let result = pthread_create(
      &thread, &attributes,
      { context in
        Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
        return nil
      }, context)
    pthread_attr_destroy(&attributes)
    guard result == 0 else {
      // Without a watcher the signals end the process, as by default.
      Unmanaged<Body>.fromOpaque(context).release()
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      return
    }
    pthread_detach(thread)
  }

  /// The signals in the form for `sigwait`.
  static func set(_ numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }
}
