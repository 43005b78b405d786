import Testing

@testable import Server

/// Works as a file to keep.
@Suite struct ExportTests {
  @Test func theLibraryIsSentAsAFile() async throws {
    let server = try await TestServer()
    _ = try await server.addBooks(450)
    let bytes = try await blocking { [port = server.port, bearer = server.bearer] in
      let socket = try RawSocket(port: port)
      socket.send(
        "GET /api/library/export?format=csv HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
          + "\(bearer)Connection: close\r\n\r\n")
      return try socket.readToEnd()
    }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 200"))
    #expect(text.lowercased().contains("content-disposition: attachment; filename=\"books.csv\""))
    #expect(text.contains("title,subtitle,creators"))
    // Book 449 of the mock.
    #expect(text.contains("The Fire’s Falcon"), "the last of several pieces")
    await server.stop()
  }

  @Test(arguments: ["format=xml", "kind=song", "status=lost"])
  func wrongParametersAreNamed(query: String) async throws {
    let server = try await TestServer()
    let answer = try await server.get("/api/library/export?\(query)")
    #expect(answer.status == 400)
    #expect(answer.text.contains(String(query.split(separator: "=")[1])))
    await server.stop()
  }
}
