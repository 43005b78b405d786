import Notation
import Bindings
import Glibc
import Reactor
import ScriptHost

/// Handles Ctrl-C, SIGTERM, a closed terminal (SIGHUP) and Ctrl-Z on a separate thread, so that no handler runs
/// at a bad moment.
///
/// The first signal to end asks the work to stop and gives it 0.8 s; a second one ends the process at
/// once. Before a stop (Ctrl-Z) the terminal is given to the shell, and taken again afterwards.
final class SignalWatch: Sendable {
  private static let grace = 0.8
  private let state = Guarded(State())

  private struct State {
    var onInterrupt: (@Sendable () -> Void)?
    var signal: Int32?
  }

  /// The exit code of an interrupted run: 128 plus the signal's number, so 130 for Ctrl-C, 143 for
  /// SIGTERM and 129 for SIGHUP; nil when no signal came.
  var exitCode: Int32? { state.withLock { $0.signal.map { 128 + $0 } } }

  /// Blocks the signals in this thread and the threads it starts later, and watches for them; call
  /// it before any other thread is started.
  init() {
    ProcessStops.areNoted()
    SignalThread.start(Self.ends + [SIGTSTP, SIGCONT]) { [self] in watch() }
  }

  /// Sets the action of the first signal, which is called on the watching thread.
  func onInterrupt(_ body: @escaping @Sendable () -> Void) {
    let already = state.withLock { state in
      state.onInterrupt = body
      return state.signal != nil
    }
    if already { body() }
  }

  private func watch() {
    OutputSettings.stopsAreHandled()
    var set = SignalThread.set(Self.ends + [SIGTSTP, SIGCONT])
    var number: Int32 = 0
    while !Self.ends.contains(number) {
      sigwait(&set, &number)
      if number == SIGTSTP {
        OutputSettings.goAway()
        // Nobody continues what was not stopped.
        if !Self.stop() { OutputSettings.comeBack() }
      }
      if number == SIGCONT {
        ProcessStops.note()
        OutputSettings.comeBack()
      }
    }
    let taken = number
    let body = state.withLock { state in
      state.signal = taken
      return state.onInterrupt
    }
    body?()
    set = SignalThread.set(Self.ends)
    var time = timespec(tv_sec: 0, tv_nsec: Int(clamping: Self.grace * 1e9))
    sigtimedwait(&set, nil, &time)
    // The work did not end in time, or the user insists. A reader that has stopped reading must not
    // delay the exit.
    StandardOutput.tryFlush()
    OutputSettings.leaveScreen()
    _exit(128 + taken)
  }

  /// Stops the process as Ctrl-Z does; returns when it continues.
  /// - Returns: false where it is not to stop, as without a shell that could continue it.
  private static func stop() -> Bool {
    var set = SignalThread.set([SIGTSTP])
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(SIGTSTP)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    sigpending(&set)
    return sigismember(&set, SIGCONT) == 1
  }

  private static let ends = {
    // Under nohup a run outlives its terminal; a signal that is blocked would be waited for still.
    let before = signal(SIGHUP, SIG_DFL)
    signal(SIGHUP, before)
    let isIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    return [SIGINT, SIGTERM] + (isIgnored ? [] : [SIGHUP])
  }()
}
