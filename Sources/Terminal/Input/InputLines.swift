internal import Glibc
package import Reactor
internal import Synchronization

/// Lines of standard input, read without holding anybody up.
///
/// A thread of its own waits for the input, because a terminal cannot be read without blocking unless
/// every program that shares it agrees. It reads only when a line is asked for, so that what the
/// script does not want stays for the next program; the process may end while it waits.
package final class InputLines {
  private enum Received: Sendable {
    case bytes([UInt8])
    case end
  }

  private let reactor: Reactor
  private let descriptor: Int32
  /// Whether it is a terminal.
  package let isTerminal: Bool
  /// Lines that a terminal has shown while they were typed, and nobody has asked about.
  private let echoed = Atomic<Int>(0)
  /// Called when the user has typed lines, which the terminal has shown.
  package var onEcho: (() -> Void)?
  private var buffer = InputBuffer()
  private var isReading = false
  private var hasEnded = false
  private struct Waiter {
    let id: Int
    let request: InputRequest
    let continuation: UnsafeContinuation<[UInt8]?, any Error>
  }
  private var waiting: [Waiter] = []
  private var lastID = 0

  package init(_ reactor: Reactor, descriptor: Int32 = STDIN_FILENO) {
    self.reactor = reactor
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  /// How many lines the user has typed since this was asked last.
  package func takeEchoed() -> Int { echoed.exchange(0, ordering: .relaxed) }

  /// The next line without its end; nil after the last.
  /// - Throws: `CancellationError`.
  package func next() async throws -> String? {
    guard var line = try await read(.line(keepsEnd: false)) else { return nil }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  /// The text asked for, as soon as it has come; nil after the end.
  /// - Throws: `CancellationError`; ``InputTooLong``.
  package func read(_ request: InputRequest) async throws -> [UInt8]? {
    lastID += 1
    let id = lastID
    return try await reactor.suspend { (continuation: UnsafeContinuation<[UInt8]?, any Error>) in
      // Asked again here: other jobs may have run on the way into the suspension.
      if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
      waiting.append(Waiter(id: id, request: request, continuation: continuation))
      deliver()
      if !waiting.isEmpty { readMore() }
    } onCancel: { [self] in
      guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
      waiting.remove(at: index).continuation.resume(throwing: CancellationError())
    }
  }

  private func deliver() {
    while let first = waiting.first {
      switch buffer.take(first.request, hasEnded: hasEnded) {
      case .none: return
      case .some(let answer):
        waiting.removeFirst()
        first.continuation.resume(with: answer.mapError { $0 as any Error })
      }
    }
  }

  // MARK: Reading

  /// Starts a thread that reads once.
  private func readMore() {
    guard !isReading, !hasEnded else { return }
    isReading = true
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 256 << 10)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let context = Unmanaged.passRetained(self).toOpaque()
    let result = pthread_create(
      &thread, &attributes,
      { context in
        let lines = Unmanaged<InputLines>.fromOpaque(context!).takeRetainedValue()
        let received = lines.wait()
        let (reactor, confined) = (lines.reactor, Confined(lines, to: lines.reactor))
        reactor.post { confined.value.take(received) }
        return nil
      }, context)
    pthread_attr_destroy(&attributes)
    if result != 0 {
      // Without a thread nothing can be read: that is an input without lines.
      Unmanaged<InputLines>.fromOpaque(context).release()
      take(.end)
    }
  }

  /// Blocks until there is something to read.
  private func wait() -> Received {
    var block = [UInt8](repeating: 0, count: 4_096)
    while true {
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&event, 1, -1) < 0, errno != EINTR { return .end }
      // A program in the background that reads its terminal is stopped: it waits for its turn.
      let foreground = tcgetpgrp(descriptor)
      if foreground > 0, foreground != getpgrp() {
        poll(nil, 0, 200)
        continue
      }
      let count = Glibc.read(descriptor, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return .end }
      if isTerminal {
        let ends = block[..<count].count { $0 == UInt8(ascii: "\n") }
        echoed.add(ends, ordering: .relaxed)
      }
      return .bytes(Array(block[..<count]))
    }
  }

  private func take(_ received: Received) {
    isReading = false
    switch received {
    case .bytes(let bytes): buffer.append(bytes)
    case .end: hasEnded = true
    }
    if isTerminal { onEcho?() }
    deliver()
    if !waiting.isEmpty { readMore() }
  }
}
