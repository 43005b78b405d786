import Foundation
import HostSetup
import MixCore
import Notation

@testable import Server

/// A page's side of the socket of screens. Calls block: they are made within `blocking`.
final class ScreenClient: Sendable {
  let socket: RawWebSocket

  init(port: Int, root: String = "", fields: String, receiveBuffer: Int32? = nil) throws {
    socket = try RawWebSocket(
      port: port, path: root + ScreenRoutes.socketPath, fields: fields, receiveBuffer: receiveBuffer
    )
  }

  func send(_ text: String) { socket.send(text: text) }

  func open(_ id: Int, _ screen: String) {
    send(#"{"type":"open","id":\#(id),"screen":"\#(screen)"}"#)
  }

  func open(_ id: Int, _ screen: String, ticket: String) {
    send(#"{"type":"open","id":\#(id),"screen":"\#(screen)","ticket":"\#(ticket)"}"#)
  }

  func act(_ id: Int, call: Int, _ action: String, args: String = "null") {
    send(#"{"type":"act","id":\#(id),"call":\#(call),"action":"\#(action)","args":\#(args)}"#)
  }

  /// The next message.
  func next() throws -> Message { Message(json: try JSONReader.read(try socket.read().payload)) }

  /// The next message of a type; others before it are skipped.
  func next(_ type: String, of id: Int? = nil) throws -> Message {
    while true {
      let message = try next()
      if message.type == type, id == nil || message.id == id { return message }
    }
  }

  struct Message: Sendable, CustomStringConvertible {
    let json: JSON

    var type: String { text("type") ?? "" }
    var id: Int? { number("id") }
    var call: Int? { number("call") }
    var message: String { text("message") ?? "" }
    var description: String { String(decoding: json.bytes, as: UTF8.self) }
    /// The tree's nodes below the root.
    var children: [JSON] {
      if case .array(let list)? = json["tree"]?["children"] { list } else { [] }
    }
    var patches: [JSON] {
      if case .array(let list)? = json["patches"] { list } else { [] }
    }

    private func text(_ name: String) -> String? {
      if case .string(let text)? = json[name] { text } else { nil }
    }

    private func number(_ name: String) -> Int? {
      if case .int(let number)? = json[name] { Int(number) } else { nil }
    }
  }
}

extension TestServer {
  /// A server that has programs of a user.
  /// - Parameter screens: Lua files by `program/screen`.
  static func with(
    screens: [String: String], manifest: String = "", mock: String? = nil,
    keepsFolder: Bool = false, _ change: (inout ServerOptions) -> Void = { _ in }
  ) async throws -> TestServer {
    let folder = FileManager.default.temporaryDirectory.path + "/mixhost-serve-\(UUID().uuidString)"
    let home = Home(environment: [:], override: folder)
    let names = Dictionary(grouping: screens.keys) { String($0.prefix { $0 != "/" }) }
    for (program, paths) in names {
      let own = "\(home.programsFolder)/\(program)"
      try FileManager.default.createDirectory(
        atPath: own + "/screens", withIntermediateDirectories: true)
      var list: [String] = []
      for path in paths {
        let name = String(path.drop { $0 != "/" }.dropFirst())
        list.append("\"\(name)\"")
        try PrivateFile.write(Array((screens[path] ?? "").utf8), to: "\(own)/screens/\(name).lua")
      }
      try PrivateFile.write(Array("print(1)".utf8), to: own + "/main.lua")
      try PrivateFile.write(
        Array(
          """
          return { name = "\(program)", entry = "main.lua", summary = "A test.", \(manifest)
            screens = { \(list.sorted().joined(separator: ", ")) } }
          """.utf8), to: own + "/program.lua")
    }
    for program in Programs.catalogue(home).programs where !program.isBundled {
      try ProgramAcceptance(program.name, home).accept(program)
    }
    return try await TestServer(folder: folder, mock: mock, keepsFolder: keepsFolder, change)
  }

  func screens(
    root: String = "", fields: String? = nil, receiveBuffer: Int32? = nil
  ) async throws -> ScreenClient {
    try await blocking { [port, lines = fields ?? bearer] in
      try ScreenClient(port: port, root: root, fields: lines, receiveBuffer: receiveBuffer)
    }
  }
}
