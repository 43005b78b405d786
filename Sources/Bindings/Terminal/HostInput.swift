internal import ScriptHost

/// Standard input as scripts read it; opened at the first use.
struct HostInput: ScriptInput {
  let host: Host

  func read(_ format: ScriptInputFormat) async throws -> [UInt8]? {
    switch format {
    case .line(let keepsEnd): try await host.input.read(.line(keepsEnd: keepsEnd))
    case .bytes(let count): try await host.input.read(.bytes(count))
    case .all: try await host.input.read(.all)
    case .number: try await host.input.read(.number)
    }
  }
}
