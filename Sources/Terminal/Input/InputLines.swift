internal import Glibc
package import Reactor
internal import Synchronization

/// Reads lines of standard input without blocking the program.
///
/// A separate thread waits for the input: a terminal can be read without blocking only if every
/// program that shares it agrees. The thread reads only on request, so that unread input stays for
/// the next program. The process may end while the thread waits.
package final class InputLines {
  private enum Received: Sendable {
    case bytes([UInt8])
    case end
  }

  private let reactor: Reactor
  private let descriptor: Int32
  /// Whether the input is a terminal.
  package let isTerminal: Bool
  /// The number of lines that a terminal has echoed since the last ``takeEchoed()``.
  private let echoed = Atomic<Int>(0)
  /// Called after the user has typed lines, which the terminal has echoed.
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

  /// The number of lines typed since the last call.
  package func takeEchoed() -> Int { echoed.exchange(0, ordering: .relaxed) }

  /// The next line without its end; nil after the last one.
  /// - Throws: `CancellationError`.
  package func next() async throws -> String? {
    guard var line = try await read(.line(keepsEnd: false)) else { return nil }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  /// The requested input once it has arrived; nil after the end.
  /// - Throws: `CancellationError`; ``InputTooLong``.
  package func read(_ request: InputRequest) async throws -> [UInt8]? {
    lastID += 1
    let id = lastID
    return try await reactor.suspend { (continuation: UnsafeContinuation<[UInt8]?, any Error>) in
      // Check again here: other jobs may have run before this closure.
      if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
      waiting.append(Waiter(id: id, request: request, continuation: continuation))
      deliver()
      if !waiting.isEmpty { readMore() }
    } onCancel: { [self] in
      guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
      waiting.remove(at: index).continuation.resume(throwing: CancellationError())
    }
  }

  /// The requested input where it has arrived and no earlier reader waits; nil: wait with ``read(_:)``.
  /// - Throws: ``InputTooLong``.
  package func arrived(_ request: InputRequest) throws -> [UInt8]?? {
    guard waiting.isEmpty, let found = buffer.take(request, hasEnded: hasEnded) else { return nil }
    return .some(try found.get())
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

  /// Starts a thread for one read.
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
      // Without a thread nothing can be read, so treat the input as ended.
      Unmanaged<InputLines>.fromOpaque(context).release()
      take(.end)
    }
  }

  /// Blocks until there is input.
  private func wait() -> Received {
    var block = [UInt8](repeating: 0, count: isTerminal ? 4_096 : 65_536)
    while true {
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&event, 1, -1) < 0, errno != EINTR { return .end }
      // A background program that reads its terminal would be stopped, so wait until it is in the
      // foreground.
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
