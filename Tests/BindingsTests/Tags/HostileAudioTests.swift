import FoundationEssentials
import Glibc
import ScriptHost
import Testing

@testable import Bindings

/// Audio files that say of themselves more than they have: huge ones of nothing, and more parts than bytes.
@Suite("Hostile audio files")
struct HostileAudioTests {
  /// A file of some bytes, with as many further ones that take no place on the disk.
  private static func sparse(
    _ folder: TemporaryFiles, _ name: String, _ start: [UInt8], _ size: Int
  )
    throws -> String
  {
    let path = "\(folder.path)/\(name)"
    try Data(start).write(to: URL(filePath: path))
    #expect(truncate(path, off_t(size)) == 0)
    return path
  }

  /// The beginnings of files.
  private static func bytes(_ before: [UInt8], _ text: String, _ after: [UInt8] = []) -> [UInt8] {
    before + Array(text.utf8) + after
  }

  private static let id3 = bytes([], "ID3", [4, 0, 0, 0, 0, 0, 0])
  private static let mp4 = bytes([0, 0, 0, 8], "ftyp")

  @Test(
    "Those of holes are refused at once", .timeLimit(.minutes(1)),
    arguments: [
      bytes([], "fLaC"), bytes([], ""), id3, bytes([0xFF, 0xFB, 0x90, 0], ""),
      mp4 + bytes([0, 0, 0, 0], "mdat"),
    ])
  func holes(start: [UInt8]) async throws {
    let folder = try TemporaryFiles()
    let path = try Self.sparse(folder, "big", start, 1_900_000_000)
    let test = await TestHost(grants: Grants(read: [folder.path], write: [folder.path]))
    for call in ["audio('\(path)')", "read('\(path)')", "prepare('\(path)', {TITLE = 'a'})"] {
      let values = try await test.run(
        "local a, err = mix.tags.\(call) return a, err.kind, err.message")
      #expect(values.prefix(2) == [.nil, .string("damaged")])
      #expect("\(values)".contains("it has holes"), "\(call)")
    }
    // As many as a writer may leave.
    let small = try Self.sparse(folder, "small", [0xFF, 0xFB, 0x90, 0], 10_000_000)
    #expect(try await test.value("#mix.tags.audio('\(small)')") == .int(64))
  }

  @Test(
    "Those of more parts than music has are refused", .timeLimit(.minutes(1)),
    arguments: [
      ("many.mp3", id3, bytes([], "")), ("many.flac", bytes([1, 0, 0, 0], ""), bytes([], "fLaC")),
      ("many.m4a", bytes([0, 0, 0, 8], "free"), mp4),
    ])
  func parts(name: String, part: [UInt8], start: [UInt8]) async throws {
    let folder = try TemporaryFiles()
    let path = "\(folder.path)/\(name)"
    let bytes = start + (0..<20_000).flatMap { _ in part }
    try Data(bytes).write(to: URL(filePath: path))
    let test = await TestHost(grants: Grants(read: [folder.path]))
    let values = try await test.run("local a, err = mix.tags.audio('\(path)') return a, err.kind")
    #expect(values == [.nil, .string("damaged")])
  }

  @Test("A long reading ends when its task is cancelled", .timeLimit(.minutes(1)))
  func cancelled() async throws {
    let folder = try TemporaryFiles()
    let path = "\(folder.path)/long.mp3"
    try Data(repeating: 0xFF, count: 50_000_000).write(to: URL(filePath: path))
    let test = await TestHost(grants: Grants(read: [folder.path]))
    let values = try await test.run(
      """
      local list = {} for i = 1, 1000 do list[i] = i end
      local _, err = mix.task.timeout(0.05, function()
        mix.task.map(list, {limit = 1000}, function() return mix.tags.audio('\(path)') end)
      end)
      return err.kind
      """)
    #expect(values == [.string("timeout")])
  }

  @Test("The helper is killed when its task is cancelled", .timeLimit(.minutes(1)))
  func helper() async throws {
    let folder = try TemporaryFiles(["a.mp3": "x"])
    let program = "\(folder.path)/helper"
    try Data("#!/bin/sh\necho $$ >\(folder.path)/pid\nexec sleep 600\n".utf8)
      .write(to: URL(filePath: program))
    #expect(chmod(program, 0o700) == 0)
    let test = await TestHost(grants: Grants(read: [folder.path])) { $0.tagsProgram = program }
    let values = try await test.run(
      """
      local started = mix.task.latch()
      local _, err = mix.task.timeout(30, function()
        return mix.task.race{
          function() return mix.tags.read('\(folder.path)/a.mp3') end,
          function()
            while not (mix.fs.read('\(folder.path)/pid') or ""):find("\\n") do mix.task.sleep(0.01) end
            return "started"
          end,
        }
      end)
      return _, tonumber((mix.fs.read('\(folder.path)/pid')))
      """)
    #expect(values.first == .string("started"))
    guard case .int(let process)? = values.last else {
      Issue.record("\(values)")
      return
    }
    #expect(kill(pid_t(process), 0) == -1 && errno == ESRCH, "it has ended, and was waited for")
  }
}
