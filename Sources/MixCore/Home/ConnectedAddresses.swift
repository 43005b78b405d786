internal import Crypto
internal import Files
internal import Net
internal import Notation

/// An address below `/connect` that a program answers (docs/connect.md). Everybody who knows it
/// may use it.
public struct ConnectedAddress: Sendable, Equatable {
  /// The SHA-256 of the address's secret part, which itself is not kept.
  public var digest: String
  /// The name of the program.
  public var program: String
  /// The subject of the answers, in the program's words.
  public var subject: String
  /// The same for people.
  public var title: String
  /// Files that its answers read, as the user has named them.
  public var read: [String]
  /// When it was made, in seconds since 1970.
  public var made: Double

  /// Makes an address without its digest.
  public init(program: String, subject: String, title: String, read: [String], made: Double) {
    (digest, self.program, self.subject) = ("", program, subject)
    (self.title, self.read, self.made) = (title, read, made)
  }

  /// The name by which it is revoked.
  public var id: String { String(digest.prefix(8)) }
}

/// The addresses of a home, in a private file of its state. All calls block.
public struct ConnectedAddresses: Sendable {
  /// As many are more than anybody keeps apart.
  private static let most = 1_000

  /// The path of their file.
  public let path: String

  /// Makes the addresses of a home.
  public init(_ home: Home) { path = home.state + "/server/addresses" }

  /// All addresses, in the order in which they were made.
  /// - Throws: `FileError`; ``AddressesRefused`` for a file that others can read.
  public func all() throws -> [ConnectedAddress] {
    if let fault = PrivateFile.fault(path) {
      throw AddressesRefused(
        description: "\(path) \(fault): remove it, and make the addresses again")
    }
    guard let bytes = try PrivateFile.read(path) else { return [] }
    guard case .array(let list)? = try? JSONReader.read(bytes) else {
      throw AddressesRefused(
        description: "\(path) is damaged: remove it, and make the addresses again")
    }
    return list.compactMap(Self.address)
  }

  /// The address of a secret part. Digests are compared, so that the time says nothing about it.
  /// - Throws: as ``all()``.
  public func find(_ secret: String) throws -> ConnectedAddress? {
    let digest = Self.digest(secret)
    return try all().first { $0.digest == digest }
  }

  /// Keeps a new address.
  /// - Returns: its secret part, 256 random bits, which cannot be read again.
  /// - Throws: as ``all()``; ``AddressesRefused`` when there are too many.
  public func make(_ address: ConnectedAddress) throws -> String {
    let secret = Self.secret()
    try change { list in
      guard list.count < Self.most else {
        throw AddressesRefused(description: "there are \(Self.most) addresses: revoke some first")
      }
      var address = address
      address.digest = Self.digest(secret)
      list.append(address)
    }
    return secret
  }

  /// Removes the addresses whose identifier begins with a text.
  /// - Returns: how many that were; more than one is left alone.
  /// - Throws: as ``all()``.
  public func revoke(_ id: String) throws -> Int {
    var count = 0
    try change { list in
      count = list.count { $0.digest.hasPrefix(id) }
      if count == 1 { list.removeAll { $0.digest.hasPrefix(id) } }
    }
    return count
  }

  /// A new secret part: 43 letters of Base64URL.
  public static func secret() -> String {
    String(decoding: Base64URL.encode(RandomText.bytes(32)), as: UTF8.self)
  }

  /// The form in which a secret part is kept.
  public static func digest(_ secret: String) -> String {
    HexText.of(SHA256.hash(data: Array(secret.utf8)))
  }

  private func change(_ edit: (inout [ConnectedAddress]) throws -> Void) throws {
    guard let lock = try ProcessLock.wait(path + ".lock", .exclusive, seconds: 10) else {
      throw AddressesRefused(
        description: "another process has kept \(path).lock for 10 s: end it, and try again")
    }
    defer { withExtendedLifetime(lock) {} }
    var list = try all()
    try edit(&list)
    try PrivateFile.write(JSON.array(list.map(Self.json)).bytes, to: path)
  }

  private static func json(_ address: ConnectedAddress) -> JSON {
    .members([
      "digest": .string(address.digest), "program": .string(address.program),
      "subject": .string(address.subject), "title": .string(address.title),
      "read": .array(address.read.map(JSON.string)), "made": .number(address.made),
    ])
  }

  private static func address(_ value: JSON) -> ConnectedAddress? {
    guard case .string(let digest)? = value["digest"], digest.utf8.count == 64,
      case .string(let program)? = value["program"], case .string(let subject)? = value["subject"],
      case .string(let title)? = value["title"]
    else { return nil }
    let made: Double =
      switch value["made"] {
      case .number(let seconds): seconds
      case .int(let seconds): Double(seconds)
      default: 0
      }
    var address = ConnectedAddress(
      program: program, subject: subject, title: title, read: value["read"]?.strings ?? [],
      made: made)
    address.digest = digest
    return address
  }
}

/// Why addresses cannot be read or changed.
public struct AddressesRefused: Error, Sendable, Equatable, CustomStringConvertible {
  /// The fault and what to do.
  public let description: String
}
