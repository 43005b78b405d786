internal import Files
internal import MixCore
internal import Reactor
internal import ScriptHost

/// `mix.connected`: the addresses at which programs answer clients without a sign-in.
enum ConnectedModule {
  /// The most bytes of a request's body.
  private static let mostBytes = 4_000_000

  static func make(_ host: ScriptRun) -> Module {
    var module = Module(
      "connected", "Addresses at which programs answer other programs; who knows one may use it.")
    let addresses = ConnectedAddresses(host.home)
    addChanges(&module, host, addresses)
    module.asyncFunction(
      "list", "The addresses that were made and not revoked.",
      returns: "connected.address[]  in the order in which they were made",
      example: "for _, a in ipairs(mix.connected.list()) do print(a.id, a.title) end"
    ) { _ -> LuaValue in
      try check(host)
      return .array(try await told { try addresses.all() }.map(value))
    }
    module.function(
      "server", "The server of this home, as it describes itself.",
      returns: "string?  its process, its start and its address; nil: none runs",
      example: "print(mix.connected.server())"
    ) { _ in HomeOwner.current(host.home.data) }
    module.asyncFunction(
      "listen",
      "Opens a server of this machine alone, whose requests lib.connected answers as long as the script runs.",
      Parameter("secret", "the secret part of the only address that it answers", String.self),
      Parameter("port", "a TCP port, 0 for a free one", Int.self),
      Parameter("most", "the most bytes of a body, 1 to 4,000,000", Int.self),
      returns: "integer  the port; nil, err when it cannot listen",
      example: "local port = assert(mix.connected.listen(secret, 0, 65536))"
    ) { _, secret, port, most -> Int in
      try check(host)
      guard (0...65_535).contains(port) else {
        throw HostError.usage("a port is 0 to 65535, not \(port)")
      }
      guard (1...mostBytes).contains(most) else {
        throw HostError.usage("the most bytes of a body are 1 to \(mostBytes), not \(most)")
      }
      guard let listen = host.onListen else {
        throw HostError.denied("a part of another run opens no server")
      }
      return try await told { try await listen(secret, port, most) }
    }
    module.shapes(shape)
    return module
  }

  private static func addChanges(
    _ module: inout Module, _ host: ScriptRun, _ addresses: ConnectedAddresses
  ) {
    module.asyncFunction(
      "make", "Makes an address; serve answers there by the module `connected` of the program.",
      Parameter("program", "its name", String.self),
      Parameter("subject", "what it answers about, in its own words", String.self),
      Parameter("title", "the same for people, in one line", String.self),
      Parameter("read", "absolute paths that its answers read", [String].self),
      returns: "string  the secret part of the address, which is not kept; nil, err when it fails",
      example: "local secret = assert(mix.connected.make(\"feed\", \"\", \"all channels\", {}))"
    ) { _, program, subject, title, read -> String in
      try check(host)
      // The server lets the address read these, so the script must be allowed to; without links,
      // which may lead elsewhere by then.
      let files = try read.map { try host.grants.readable($0).path }
      let address = ConnectedAddress(
        program: program, subject: subject, title: title, read: files, made: host.time.wall)
      return try await told { try await offload { try addresses.make(address) } }
    }
    module.asyncFunction(
      "revoke", "Ends an address; it is as if it had never been.",
      Parameter("id", "the address's identifier, or its beginning", String.self),
      returns: "integer  how many addresses it fits; one is revoked, of several none",
      example: "mix.connected.revoke(\"3f9c01aa\")"
    ) { _, id -> Int in
      try check(host)
      return try await told { try await offload { try addresses.revoke(id) } }
    }
  }

  /// A script with limited rights opens no way in for others.
  private static func check(_ host: ScriptRun) throws {
    try host.grants.checkData(host.home.dataFile)
    guard host.grants.hasAllKeys else {
      throw HostError.denied("addresses are made by mixhost connect alone")
    }
  }

  private static func told<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    do { return try await work() } catch let error as HostError { throw error } catch {
      throw HostError(kind: "io", message: "\(error)")
    }
  }

  private static let shape = Shape(
    "connected.address", "An address; its secret part is not kept.",
    [
      .init("id", "string", "its identifier, by which it is revoked"),
      .init("program", "string", "the program that answers"),
      .init("subject", "string", "what it answers about"),
      .init("title", "string", "the same for people"),
      .init("made", "number", "when it was made, in seconds since 1970"),
    ])

  private static func value(_ address: ConnectedAddress) -> LuaValue {
    .object([
      "id": .string(address.id), "program": .string(address.program),
      "subject": .string(address.subject), "title": .string(address.title),
      "made": .number(address.made),
    ])
  }
}
