import Files
import Foundation
import MixCore
import Testing

/// Bodies out of files.
@Suite struct UploadTests {
  private func inFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("mixhost-upload-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
  }

  private func send(_ rig: Rig, _ url: String, _ body: UploadBody) async throws -> HTTPResponse {
    var request = HTTPRequest(method: "PUT", url: url)
    request.attachments = HTTPAttachments(body: body)
    return try await rig.client.send(request, context: Rig.local)
  }

  private static func file(_ path: String) throws -> UploadBody.Part {
    .file(try GrantedFile(root: "/", path: path).openAtOnce(), name: path)
  }

  @Test("Files and bytes go out one after the other, also a second time")
  func sends() async throws {
    let content = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
    let server = try RawServer {
      $0.target == "/again" ? .redirect("/end", status: 307) : .text("ok")
    }
    defer { server.stop() }
    try await inFolder { folder in
      let path = folder + "/content"
      try Data(content).write(to: URL(fileURLWithPath: path))
      let body = try UploadBody([.bytes([1, 2]), Self.file(path), .bytes([]), .bytes([3])])
      // Opened already: what happens to the name does not matter.
      try FileManager.default.removeItem(atPath: path)
      try await Rig.run { rig in
        let answer = try await send(rig, server.base + "/again", body)
        #expect(answer.text == "ok")
      }
    }
    #expect(server.requests.map(\.target) == ["/again", "/end"])
    for request in server.requests {
      #expect(request.body == [1, 2] + content + [3])
      #expect(request.headers["content-length"] == "2000003")
      #expect(request.headers["expect"] == nil)
    }
  }

  @Test func empty() async throws {
    let server = try RawServer { .text("\($0.method) \($0.body.count)") }
    defer { server.stop() }
    try await Rig.run { rig in
      let answer = try await send(rig, server.base, UploadBody([]))
      #expect(answer.text == "PUT 0")
    }
  }

  @Test("A file that becomes shorter ends the request with a reason")
  func shortened() async throws {
    let server = try RawServer { _ in .text("ok") }
    defer { server.stop() }
    try await inFolder { folder in
      let path = folder + "/content"
      try Data(count: 1_000_000).write(to: URL(fileURLWithPath: path))
      let body = try UploadBody([Self.file(path)])
      truncate(path, 400_000)
      try await Rig.run { rig in
        let error = await #expect(throws: HTTPError.self) {
          try await send(rig, server.base, body)
        }
        #expect(error?.kind == .file)
        #expect(error?.message.contains("\(path) became shorter") == true)
      }
    }
  }

  @Test("Pipes, devices and folders are refused at once")
  func noFiles() async throws {
    try await inFolder { folder in
      let pipe = folder + "/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      for path in [pipe, "/dev/zero", folder] {
        #expect(throws: UploadBody.NoFile.self) {
          try UploadBody([.bytes([1]), Self.file(path)])
        }
      }
      #expect(throws: FileFailure.missing) { try Self.file(folder + "/missing") }
    }
  }
}
