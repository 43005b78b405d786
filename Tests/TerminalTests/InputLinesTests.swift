import Foundation
import Reactor
import Testing

@testable import Terminal

@Suite("Lines of standard input")
struct InputLinesTests {
  private static func lines(_ pipe: Pipe) -> (Reactor, Confined<InputLines>) {
    let reactor = Reactor(name: "test")
    let lines = InputLines(reactor, descriptor: pipe.fileHandleForReading.fileDescriptor)
    return (reactor, Confined(lines, to: reactor))
  }

  /// The next line, asked for on the reactor, as scripts do.
  private static func next(
    _ lines: Confined<InputLines>, _ reactor: Reactor
  ) async throws -> String? {
    try await Task(executorPreference: reactor) { try await lines.value.next() }.value
  }

  @Test("They come one by one, the last without its end too, and then nil")
  func lines() async throws {
    let pipe = Pipe()
    let (reactor, lines) = Self.lines(pipe)
    pipe.fileHandleForWriting.write(Data("p\r\n\nré".utf8))
    #expect(try await Self.next(lines, reactor) == "p")
    #expect(try await Self.next(lines, reactor) == "")
    pipe.fileHandleForWriting.write(Data("sumé".utf8))
    try pipe.fileHandleForWriting.close()
    #expect(try await Self.next(lines, reactor) == "résumé")
    #expect(try await Self.next(lines, reactor) == nil)
    #expect(try await Self.next(lines, reactor) == nil)
    #expect(!(await Task(executorPreference: reactor) { lines.value.isTerminal }.value))
    reactor.stop()
  }

  @Test("Waiting for one can be cancelled, and the line is not lost")
  func cancellation() async throws {
    let pipe = Pipe()
    let (reactor, lines) = Self.lines(pipe)
    let waiting = Task(executorPreference: reactor) { try await lines.value.next() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    pipe.fileHandleForWriting.write(Data("later\n".utf8))
    #expect(try await Self.next(lines, reactor) == "later")
    reactor.stop()
  }
}
