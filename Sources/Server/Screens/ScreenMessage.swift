internal import Bindings
internal import MixCore
internal import NIOCore
internal import Notation

/// A message from a page on the socket of screens.
enum ScreenRequest: Sendable {
  /// Asks whether the server is alive.
  case ping
  /// - Parameter ticket: the ticket of a screen that a request has kept.
  case open(screen: String, ticket: String?)
  case close
  /// Somebody looks at the screen again.
  case look
  /// - Parameter args: JSON; empty without arguments.
  case act(call: Int64, action: String, args: String)
  /// The same for a work of ``ScreenWorks``, whose screen has the number of the message.
  case work(call: Int64, action: String, args: String)
  case window(node: String, ScreenWindows.Window)

  /// The longest name of a screen, action, ticket or node, in bytes; names of windows are kept.
  private static let mostNameBytes = 1_000

  /// Reads a message: the page's number for the screen, and the request.
  /// - Throws: ``Wrong``.
  static func read(_ text: ByteBuffer) throws(Wrong) -> (id: Int64, request: ScreenRequest) {
    let message: JSON
    do { message = try JSONReader.read(Array(text.readableBytesView)) } catch {
      throw Wrong(description: "a message is not JSON: \(error)")
    }
    guard case .string(let type)? = message["type"] else {
      throw Wrong(description: "a message has no type")
    }
    if type == "ping" { return (0, .ping) }
    guard case .int(let id)? = message["id"], id >= 0 else {
      throw Wrong(description: "a message has no id: a whole number from 0")
    }
    switch type {
    case "open":
      let ticket = message["ticket"] == nil ? nil : try Self.text(message, "ticket")
      return (id, .open(screen: try Self.text(message, "screen"), ticket: ticket))
    case "close": return (id, .close)
    case "look": return (id, .look)
    case "act", "work":
      guard case .int(let call)? = message["call"] else {
        throw Wrong(description: "\(type) has no call: a whole number")
      }
      let given = message["args"].flatMap { $0 == .null ? nil : $0 }
      let args = given.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
      let action = try Self.text(message, "action")
      return (
        id,
        type == "act"
          ? .act(call: call, action: action, args: args)
          : .work(call: call, action: action, args: args)
      )
    case "window":
      return (
        id,
        .window(
          node: try node(message["node"]),
          .init(from: number(message["from"]) ?? 0, count: number(message["count"]) ?? 0))
      )
    default: throw Wrong(description: "there is no message \"\(LongText.cut(type, to: 40))\"")
    }
  }

  /// The problem of a message.
  struct Wrong: Error, CustomStringConvertible {
    let description: String
  }

  private static func text(_ message: JSON, _ name: String) throws(Wrong) -> String {
    guard case .string(let text)? = message[name] else {
      throw Wrong(description: "a message has no \(name): a text")
    }
    guard text.utf8.count <= mostNameBytes else {
      throw Wrong(
        description: "the \(name) of a message is too long: \(mostNameBytes) bytes at most")
    }
    return text
  }

  private static func number(_ value: JSON?) -> Int? {
    switch value {
    case .int(let number): Int(clamping: number)
    case .number(let number): Int(clamping: number)
    default: nil
    }
  }

  /// A node's id, or its path as patches have it: `["children", ["id", "table"], "rows"]`.
  private static func node(_ value: JSON?) throws(Wrong) -> String {
    let path: String
    switch value {
    case .string(let id)?: path = id
    case .array(let steps)?: path = ids(steps).joined(separator: "/")
    default: throw Wrong(description: "window has no node: an id, or a path")
    }
    guard path.utf8.count <= mostNameBytes else {
      throw Wrong(description: "the node of a window is too long: \(mostNameBytes) bytes at most")
    }
    return path
  }

  private static func ids(_ steps: [JSON]) -> [String] {
    var ids: [String] = []
    for case .array(let step) in steps {
      if step.count == 2, case .string(let id) = step[1] { ids.append(id) }
    }
    return ids
  }
}

/// The server's messages on the socket of screens.
enum ScreenAnswer {
  static func tree(_ id: Int64, title: String, _ tree: ByteBuffer) -> ByteBuffer {
    message("tree", id, ",\"title\":\(JSONWriter.quoted(title)),\"tree\":", tree)
  }

  static func patch(_ id: Int64, _ patches: ByteBuffer) -> ByteBuffer {
    message("patch", id, ",\"patches\":", patches)
  }

  static func problem(_ id: Int64?, _ text: String) -> ByteBuffer {
    message("error", id, ",\"message\":\(JSONWriter.quoted(text))")
  }

  static func ended(_ id: Int64, _ end: ScreenEnd) -> ByteBuffer {
    message(
      "ended", id,
      ",\"reason\":\"\(end.reason.rawValue)\",\"message\":\(JSONWriter.quoted(end.message))")
  }

  static func works(_ list: [JSON]) -> ByteBuffer {
    message("works", nil, ",\"works\":", ByteBuffer(bytes: JSON.array(list).bytes))
  }

  /// - Parameter failure: why the action failed; nil if it was done.
  static func called(_ id: Int64, _ call: Int64, failure: String?) -> ByteBuffer {
    let more = failure.map { ",\"message\":\(JSONWriter.quoted($0))" } ?? ""
    return message(failure == nil ? "done" : "failed", id, ",\"call\":\(call)\(more)")
  }

  private static func message(
    _ type: String, _ id: Int64?, _ text: String, _ rest: ByteBuffer? = nil
  ) -> ByteBuffer {
    let start = "{\"type\":\"\(type)\"" + (id.map { ",\"id\":\($0)" } ?? "") + text
    var buffer = ByteBuffer()
    buffer.reserveCapacity(start.utf8.count + (rest?.readableBytes ?? 0) + 1)
    buffer.writeString(start)
    if let rest { buffer.writeImmutableBuffer(rest) }
    buffer.writeString("}")
    return buffer
  }
}
