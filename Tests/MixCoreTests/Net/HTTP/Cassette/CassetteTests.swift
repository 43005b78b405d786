import Foundation
import Reactor
import Testing

@testable import Net

@Suite("Cassette")
struct CassetteTests {
  @Test(arguments: [
    Array(#"{"a":1}"#.utf8), Array("\n\n[1,{\"a\": \"é\"}]\n".utf8), Array("{\n  \"a\": 1\n}".utf8),
    Array("<p>plain \"text\"\t\u{1}</p>".utf8), Array("{broken".utf8), [], [0xFF, 0x00, 0x80],
    [0xFF], [0xFF, 0xFE], Array(repeating: 0xFF, count: 1_000),
  ])
  func bringsAnswersBackByteForByte(body: [UInt8]) async throws {
    let server = try RawServer { _ in
      .response(418, ["X-One": "1: 2", "Age": "7", "Empty": ""], body)
    }
    let cassette = try CassetteCase()
    let url = server.base + "/tea?a=1"
    let recorded = try await cassette.record { rig in try await rig.get(url) }
    server.stop()
    let replayed = try await cassette.replay { rig in try await rig.get(url) }
    #expect(recorded.body == body)
    #expect(replayed.body == body)
    #expect(replayed.status == 418)
    #expect(replayed.headers == recorded.headers)
    #expect(replayed.url == url)
    #expect(replayed.age == 7)
  }

  @Test func repeatsTheRunWithItsTimesAndRetries() async throws {
    let count = Guarded(0)
    let server = try RawServer { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      switch number % 4 {
      case 0: return .response(503, ["Retry-After": "0"])
      case 1: return .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ncut")
      default: return .text("\(request.target) \(number)")
      }
    }
    @Sendable func run(_ rig: Rig) async throws -> [String] {
      let urls = (1...12).map { server.base + "/\($0)" }
      let lines = Guarded<[String]>([])
      let tasks = urls.map { url in
        Task(executorPreference: rig.reactor) {
          let answer = try? await rig.get(url)
          lines.withLock { $0.append("\(url) \(answer?.status ?? 0) \(answer?.text ?? "")") }
        }
      }
      for task in tasks { await task.value }
      let stats = await rig.client.stats
      return lines.withLock { $0 } + ["\(stats)"] + rig.log.events.map { "\($0.kind) \($0.url)" }
    }
    let cassette = try CassetteCase()
    let recorded = try await cassette.record { try await run($0) }
    server.stop()
    #expect(try await cassette.replay { try await run($0) } == recorded)
    #expect(recorded.contains { $0.hasPrefix("retrying") })
    #expect(recorded.contains { $0.contains(" 200 /") })
  }

  @Test func failuresAreTheSameFailures() async throws {
    let server = try RawServer { request in
      switch request.target {
      case "/cut": .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ncut")
      case "/stall": .stall(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n".utf8))
      case "/large": .text(String(repeating: "x", count: 1_000))
      default: .raw("nonsense\r\n\r\n")
      }
    }
    let refusing = try RefusingPort()
    let urls =
      ["/cut", "/stall", "/large", "/nonsense"].map { server.base + $0 }
      + [refusing.base + "/"]
    @Sendable func run(_ rig: Rig) async throws -> [HTTPError?] {
      var errors: [HTTPError?] = []
      for url in urls {
        errors.append(
          await rig.failure(url) {
            $0.once()
            $0.maxBytes = 500
            $0.idleTimeout = 0.2
          })
      }
      return errors
    }
    let cassette = try CassetteCase()
    let recorded = try await cassette.record { try await run($0) }
    server.stop()
    #expect(
      recorded.map { $0?.kind } == [.truncated, .timeout, .tooLarge, .protocolError, .unreachable])
    #expect(try await cassette.replay { try await run($0) } == recorded)
  }

  @Test func answersInTheOrderOfTheRequests() async throws {
    let count = Guarded(0)
    let server = try RawServer { _ in
      .text(
        "\(count.withLock { count in count += 1; return count })", ["Cache-Control": "no-store"])
    }
    let url = server.base + "/"
    @Sendable func ask(_ rig: Rig, _ times: Int) async throws -> [String] {
      var texts: [String] = []
      for _ in 0..<times { texts.append(try await rig.get(url).text) }
      return texts
    }
    let cassette = try CassetteCase()
    #expect(try await cassette.record { try await ask($0, 3) } == ["1", "2", "3"])
    server.stop()
    #expect(try await cassette.replay { try await ask($0, 3) } == ["1", "2", "3"])
    let error = try await cassette.replay { rig in
      _ = try await ask(rig, 3)
      return await rig.failure(url)
    }
    #expect(error?.kind == .notRecorded)
    #expect(error?.message.contains("has 3 answers to this GET, and no more") == true)
    #expect(error?.description.contains(url) == true)
    #expect(error?.message.contains(cassette.path) == true)
    #expect(error?.retryable == false)
  }

  @Test func namesWhatIsNotRecorded() async throws {
    let server = try RawServer { _ in .text("x") }
    let url = server.base + "/form"
    let cassette = try CassetteCase()
    @Sendable func post(_ rig: Rig, _ body: String) async throws -> HTTPResponse {
      try await rig.client.send(
        HTTPRequest(method: "POST", url: url, body: Array(body.utf8)), context: Rig.local)
    }
    try await cassette.record { rig in _ = try await post(rig, "a=1") }
    server.stop()
    let errors = try await cassette.replay { rig in
      var errors = [await rig.failure(url)]
      do { _ = try await post(rig, "a=2") } catch { errors.append(error as? HTTPError) }
      _ = try await post(rig, "a=1")
      return errors
    }
    #expect(errors.map { $0?.kind } == [.notRecorded, .notRecorded])
    #expect(errors[0]?.message.contains("no answer to this GET: record") == true)
    #expect(errors[1]?.message.contains("POST with these header fields and this body") == true)
  }

  @Test func cancelledTransfersAreCancelledAgain() async throws {
    let server = try RawServer { request in
      request.target == "/slow" ? .stall([]) : .text("quick")
    }
    let slow = server.base + "/slow"
    @Sendable func run(_ rig: Rig) async throws -> String {
      let task = Task(executorPreference: rig.reactor) { await rig.failure(slow) }
      _ = try await rig.get(server.base + "/quick")
      task.cancel()
      return "\(await task.value?.kind.rawValue ?? "none")"
    }
    let cassette = try CassetteCase()
    #expect(try await cassette.record { try await run($0) } == "cancelled")
    #expect(try cassette.exchanges().count == 2)
    server.stop()
    #expect(try await cassette.replay { try await run($0) } == "cancelled")
    // A run that does not take it back has no answer to wait for.
    let error = try await cassette.replay { rig in await rig.failure(slow) }
    #expect(error?.kind == .notRecorded)
    #expect(error?.message.contains("ends while this request is on its way") == true)
  }

  @Test func standInAddressesStayOutOfIt() async throws {
    let server = try RawServer { request in
      switch request.target {
      case "/up/start": .redirect("http://\(request.headers["host"] ?? "")/up/end")
      case "/up/end": .text("done")
      default: .response(404)
      }
    }
    var configuration = HTTPConfiguration()
    configuration.upstreams = [
      .init(canonical: "https://service.example", actual: server.base + "/up")
    ]
    let cassette = try CassetteCase()
    let recorded = try await cassette.record(configuration: configuration) { rig in
      try await rig.get("https://service.example/start", context: RequestContext())
    }
    server.stop()
    #expect(recorded.text == "done")
    #expect(try !cassette.text().contains("127.0.0.1"))
    let replayed = try await cassette.replay { rig in
      try await rig.get("https://service.example/start", context: RequestContext())
    }
    #expect(replayed.text == "done" && replayed.url == "https://service.example/end")
  }
}
