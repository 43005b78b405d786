internal import CReactor
public import Synchronization

// @unchecked Sendable: `inbox` is guarded by its mutex; every other stored variable is read and
// written on the reactor's own thread only (checked by `preconditionOnThread`).

/// One thread that actors, timers and file descriptors share: a custom executor.
///
/// The script engine and the HTTP client are actors pinned to one reactor, so an `await` between
/// them is a function call without a thread hop (docs/architecture.md, "The reactor"). A turn of
/// the loop runs up to ``jobsPerTurn`` jobs, fires due timers and takes work that other threads
/// posted. The loop waits only when nothing is left to do.
///
/// ```swift
/// let reactor = Reactor(name: "scripts")
/// reactor.post { print("on the reactor's thread") }
/// ```
///
/// - Important: `Task {}` that does not capture an actor of this reactor leaves the thread; give it
///   `executorPreference: reactor`.
public final class Reactor: SerialExecutor, TaskExecutor, @unchecked Sendable {  // see above
  /// The most jobs that run before timers and descriptors get a turn.
  public static let jobsPerTurn = 1024

  /// The thread's name in debuggers, which show its first 15 bytes.
  public let name: String

  private struct Inbox {
    var jobs: [UnownedJob] = []
    var work: [@Sendable () -> Void] = []
    var sleeping = false
    var stopping = false
    var hasEnded = false
  }

  private let inbox = Guarded(Inbox())
  private let stackBytes: Int
  private let threadID = Guarded<UInt64?>(nil)

  // Confined to the reactor's thread.
  private var ready: [UnownedJob] = []
  private var running: [UnownedJob] = []
  private var incomingJobs: [UnownedJob] = []
  private var incomingWork: [@Sendable () -> Void] = []
  private var timers = TimerQueue()
  private var idleHandler: (() -> Bool)?
  private var waiter: any ReactorWaiter
  /// How long the loop has waited without work since its start. Read it on the reactor's thread
  /// only.
  public private(set) var restNanoseconds: UInt64 = 0
  // The waiter that other threads wake.
  private let waker: Guarded<any ReactorWaiter>

  /// Makes a reactor and starts its thread.
  /// - Parameters:
  ///   - name: the thread's name.
  ///   - stackBytes: the size of the thread's stack, at least 1 MiB because scripts recurse on it
  ///     (default 16 MiB; only touched pages take memory).
  public init(name: String = "reactor", stackBytes: Int = 16 << 20) {
    self.name = name
    self.stackBytes = max(stackBytes, 1 << 20)
    let eventfd = EventFDWaiter()
    waiter = eventfd
    waker = Guarded(eventfd)
    start()
  }

  /// Makes a reactor without a thread; ``runOnCallingThread()`` runs it on the caller's. A program
  /// that runs one script needs no second thread.
  /// - Parameter lentThreadName: the reactor's name in messages.
  public init(lentThreadName: String) {
    name = lentThreadName
    stackBytes = 0
    let eventfd = EventFDWaiter()
    waiter = eventfd
    waker = Guarded(eventfd)
  }

  /// Whether the main thread's stack is large enough for scripts to recurse on (4 MiB).
  public static var mainStackSuffices: Bool {
    let bytes = creactor_main_stack_bytes()
    return bytes == 0 || bytes >= 4 << 20
  }

  /// Runs the loop on the calling thread until ``stop()``. Only for a reactor without its own
  /// thread.
  public func runOnCallingThread() {
    precondition(stackBytes == 0, "reactor \"\(name)\" has its own thread")
    loop()
  }

  deinit {
    // The thread holds the reactor until its loop ends, so nothing can join the thread from here
    // on. A thread that is neither joined nor detached keeps its stack until the process ends.
    if let id = threadID.withLock({ $0 }) { creactor_thread_detach(id) }
  }

  private func start() {
    var id: UInt64 = 0
    let context = Unmanaged.passRetained(self).toOpaque()
    let result = creactor_thread_start(
      &id, name, UInt64(stackBytes),
      { context in
        let reactor = Unmanaged<Reactor>.fromOpaque(context!).takeRetainedValue()
        reactor.loop()
        return nil
      }, context)
    precondition(result == 0, "cannot start the reactor's thread: errno \(result)")
    threadID.withLock { $0 = id }
  }

  /// Asks the loop to end after the jobs that are ready now. Call it from any thread; it does not
  /// wait.
  public func stop() {
    inbox.withLock { $0.stopping = true }
    wake()
  }

  /// Waits until the thread has ended. Never call it on the reactor's own thread.
  public func join() {
    precondition(!isCurrent, "a reactor cannot wait for itself")
    if let id = threadID.withLock({ value in
      defer { value = nil }; return value
    }) {
      creactor_thread_join(id)
    }
  }

  /// Whether the caller runs on this reactor's thread.
  public var isCurrent: Bool {
    creactor_thread_mark() == Unmanaged.passUnretained(self).toOpaque()
  }

  /// Identifies this reactor for owners that hold no reference to it.
  public var identity: UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Whether the caller runs on the thread of the reactor with this identity.
  public static func isCurrent(_ identity: UnsafeRawPointer) -> Bool {
    creactor_thread_mark().map { UnsafeRawPointer($0) == identity } ?? false
  }

  /// The reactor whose thread runs the caller; nil on any other thread.
  public static var current: Reactor? {
    creactor_thread_mark().map { Unmanaged<Reactor>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Counts work that began here, runs elsewhere and will come back, such as file access or a
  /// sign-in. The code that starts such work maintains the count.
  public let workElsewhere = Atomic<Int>(0)

  /// Whether work that runs elsewhere will come back.
  public var hasWorkElsewhere: Bool { workElsewhere.load(ordering: .acquiring) > 0 }

  // MARK: Executor

  /// Runs `job` on the reactor: through the local queue on its own thread, through the inbox from
  /// others.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent {
      ready.append(job)
      return
    }
    let mustWake = inbox.withLock { box in
      box.jobs.append(job)
      defer { box.sleeping = false }
      return box.sleeping
    }
    if mustWake { wake() }
  }

  /// Whether the current context is isolated to this executor (SE-0471).
  public func isIsolatingCurrentContext() -> Bool? { isCurrent }

  /// Traps when the caller is not on the reactor's thread.
  public func checkIsolated() { preconditionOnThread() }

  /// Runs `work` on the reactor's thread soon. Call it from any thread. A reactor whose loop has
  /// ended drops the work.
  public func post(_ work: @escaping @Sendable () -> Void) {
    let mustWake = inbox.withLock { box in
      if box.hasEnded { return false }
      box.work.append(work)
      defer { box.sleeping = false }
      return box.sleeping
    }
    if mustWake { wake() }
  }

  // MARK: Timers and waiting (reactor thread only)

  /// Calls `action` once when `deadline` has passed.
  /// - Parameter deadline: nanoseconds on the monotonic clock (``monotonicNanoseconds()``).
  /// - Returns: the timer's number, for ``cancelTimer(_:)``.
  @discardableResult
  public func scheduleTimer(at deadline: UInt64, _ action: @escaping () -> Void) -> TimerID {
    preconditionOnThread()
    return timers.add(deadline: deadline, action: action)
  }

  /// Removes a timer. A timer that has fired already is ignored.
  public func cancelTimer(_ id: TimerID) {
    preconditionOnThread()
    timers.remove(id)
  }

  /// Sets the function that is called whenever the loop would wait. It returns whether it made new
  /// work. ``EventClock`` lets its next event happen there.
  public func setIdleHandler(_ handler: (() -> Bool)?) {
    preconditionOnThread()
    idleHandler = handler
  }

  /// The waiter that the loop uses now.
  public var installedWaiter: any ReactorWaiter {
    preconditionOnThread()
    return waiter
  }

  /// Replaces the loop's waiter. The HTTP client installs its own once curl is loaded.
  public func install(_ waiter: any ReactorWaiter) {
    preconditionOnThread()
    self.waiter = waiter
    waker.withLock { $0 = waiter }
  }

  /// Configures malloc for a program that works on one reactor. The setting is process-wide: call
  /// it first in a program, never in a library.
  public static func tuneAllocator() { creactor_tune_allocator() }

  /// The monotonic clock, in nanoseconds.
  public static func monotonicNanoseconds() -> UInt64 { creactor_monotonic_ns() }

  // MARK: The loop

  private func loop() {
    creactor_set_thread_mark(Unmanaged.passUnretained(self).toOpaque())
    while true {
      runReadyJobs()
      fireTimers()
      if takeInbox() && ready.isEmpty { break }
      if ready.isEmpty, !hasPostedWork(), !(idleHandler?() ?? false) {
        let begin = creactor_monotonic_ns()
        waiter.wait(milliseconds: timers.millisecondsToNext(now: begin))
        restNanoseconds += creactor_monotonic_ns() - begin
        inbox.withLock { $0.sleeping = false }
      } else {
        waiter.poll()
      }
    }
    dropTheRest()
    creactor_set_thread_mark(nil)
  }

  /// Drops work that still waits when the loop ends. Keeping it would keep the objects that it
  /// refers to, often the reactor and the whole engine.
  private func dropTheRest() {
    // Move each collection away before it is freed: its objects may cancel a timer or post work as
    // they go.
    var idle: (() -> Bool)?
    swap(&idle, &idleHandler)
    var waiting = TimerQueue(after: timers.lastNumber)
    swap(&waiting, &timers)
    let unread = inbox.withLock { box in
      box.hasEnded = true
      var work: [@Sendable () -> Void] = []
      swap(&work, &box.work)
      return work
    }
    withExtendedLifetime((idle, waiting, unread)) {}
  }

  private func runReadyJobs() {
    var left = Self.jobsPerTurn
    while !ready.isEmpty && left > 0 {
      swap(&ready, &running)
      if running.count > left {
        ready.append(contentsOf: running[left...])
        running.removeSubrange(left...)
      }
      left -= running.count
      for job in running {
        job.runSynchronously(
          isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      }
      running.removeAll(keepingCapacity: true)
    }
  }

  /// Fires the due timers. A timer that one of them sets waits for the next turn.
  private func fireTimers() {
    let now = creactor_monotonic_ns()
    let last = timers.lastNumber
    while let action = timers.popDue(now: now, upTo: last) { action() }
  }

  /// Takes jobs and work that other threads sent. Returns whether the loop is to end.
  private func takeInbox() -> Bool {
    let (stopping, isEmpty) = inbox.withLock { ($0.stopping, $0.jobs.isEmpty && $0.work.isEmpty) }
    // In most turns the inbox is empty.
    if isEmpty { return stopping }
    inbox.withLock { box in
      if !box.jobs.isEmpty { swap(&box.jobs, &incomingJobs) }
      if !box.work.isEmpty { swap(&box.work, &incomingWork) }
    }
    if !incomingJobs.isEmpty {
      ready.append(contentsOf: incomingJobs)
      incomingJobs.removeAll(keepingCapacity: true)
    }
    if !incomingWork.isEmpty {
      for item in incomingWork { item() }
      incomingWork.removeAll(keepingCapacity: true)
    }
    return stopping
  }

  /// Whether the inbox has filled since it was emptied. If not, the loop may sleep, and `sleeping`
  /// stays set so that the next sender wakes it.
  private func hasPostedWork() -> Bool {
    inbox.withLock { box in
      let posted = !box.jobs.isEmpty || !box.work.isEmpty || box.stopping
      box.sleeping = !posted
      return posted
    }
  }

  private func wake() { waker.withLock { $0 }.wake() }

  private func preconditionOnThread() {
    precondition(isCurrent, "only on the thread of reactor \"\(name)\"")
  }
}
