internal import Crypto
internal import Files
internal import Notation

/// The folders whose `.env` the user trusts, each with the digest of the trusted content, so that a
/// changed file is no longer trusted. It is stored beside the settings, in a file with one member
/// for each folder.
public struct FolderTrust: Sendable {
  private static let mostBytes = 16_000_000
  private let path: String

  /// Opens the list of a home.
  public init(_ home: Home) { path = home.trustFile }

  /// The trusted folders, each with the digest of its `.env`.
  /// - Throws: ``ConfigurationError`` when the file is damaged, ``FileError``.
  public func folders() throws -> [(folder: String, digest: String)] {
    let document = try document()
    return document.members.map(\.name).sorted().map { ($0, document.text($0) ?? "") }
  }

  /// Whether a folder's file has the trusted content.
  /// - Throws: like ``folders()``.
  func covers(_ folder: String, _ bytes: [UInt8]) throws -> Bool {
    try document().text(folder) == Self.digest(bytes)
  }

  /// Trusts the present content of a folder's file.
  /// - Throws: like ``folders()``.
  public func add(_ folder: String, _ bytes: [UInt8]) throws {
    let digest = Self.digest(bytes)
    try PrivateFile.change(path) {
      var document = try document()
      document.set(folder, .string(digest), text: digest)
      return document.bytes
    }
  }

  /// Ends the trust in a folder.
  /// - Returns: whether it was trusted.
  /// - Throws: like ``folders()``.
  public func remove(_ folder: String) throws -> Bool {
    var isTrusted = false
    try PrivateFile.change(path) {
      var document = try document()
      isTrusted = document.members.contains { $0.name == folder }
      guard isTrusted else { return nil }
      document.set(folder, nil, text: "")
      return document.bytes
    }
    return isTrusted
  }

  /// The digest of a file's contents.
  public static func digest(_ bytes: [UInt8]) -> String {
    HexText.of(SHA256.hash(data: bytes))
  }

  private func document() throws -> SettingsDocument {
    try SettingsDocument.read(path, most: Self.mostBytes)
  }
}
