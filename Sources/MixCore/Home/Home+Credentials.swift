public import Net

extension EncryptedFolder {
  /// Opens the credentials of a home: they are in its state folder, which belongs to this machine,
  /// and their key is with the settings. Scripts are granted neither.
  public init(_ home: Home) {
    self.init(folder: home.credentialsFolder, keyFile: home.credentialsKey)
  }
}

extension AuthService {
  /// Makes a service that keeps credentials in the files of a home.
  public init(home: Home) {
    self.init(store: EncryptedFolder(home), locks: home.credentialsFolder)
  }
}
