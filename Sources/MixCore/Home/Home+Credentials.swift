public import Net

extension EncryptedFolder {
  /// The credentials of a home: with what belongs to this machine, and the key with the settings.
  /// Scripts are granted neither.
  public init(_ home: Home) {
    self.init(folder: home.credentialsFolder, keyFile: home.credentialsKey)
  }
}

extension AuthService {
  /// A service with the credentials of a home, in files.
  public init(home: Home) {
    self.init(store: EncryptedFolder(home), locks: home.credentialsFolder)
  }
}
