internal import ScriptHost
internal import Terminal

/// Standard input as scripts read it; opened at the first use.
struct HostInput: ScriptInput {
  let host: Host

  func read(_ format: ScriptInputFormat) async throws -> [UInt8]? {
    do { return try await host.input.read(Self.request(format)) } catch is InputTooLong {
      throw Self.tooLong
    }
  }

  func arrived(_ format: ScriptInputFormat) throws -> [UInt8]?? {
    do { return try host.input.arrived(Self.request(format)) } catch is InputTooLong {
      throw Self.tooLong
    }
  }

  private static let tooLong = HostError.usage(
    "io.read: standard input holds more than 64 MB; read it by lines")

  private static func request(_ format: ScriptInputFormat) -> InputRequest {
    switch format {
    case .line(let keepsEnd): .line(keepsEnd: keepsEnd)
    case .bytes(let count): .bytes(count)
    case .all: .all
    case .number: .number
    }
  }
}
