import HostSetup
import MixCore
import Notation
import ScriptHost

/// `.luarc.json`: what lua-language-server and others need to know of `mix` in a folder of the user.
enum EditorSettings {
  /// Writes the file, unless the folder has one.
  /// - Parameters:
  ///   - folder: where; "." for the working folder.
  ///   - share: the folder that comes with mixhost.
  /// - Returns: its path; nil where one was there.
  /// - Throws: ``CommandFailure`` when it cannot be written.
  static func write(in folder: String, share: String) throws -> String? {
    let path = folder == "." ? ".luarc.json" : "\(folder)/.luarc.json"
    guard !PrivateFile.exists(path) else { return nil }
    let template = ScriptSource.file("\(share)/scripts/templates/luarc.json", arguments: [])
    let text = String(decoding: try template.read(), as: UTF8.self)
    // A path may hold quotes and backslashes.
    let quoted = JSONWriter.quoted(share).dropFirst().dropLast()
    try NewFile.makeFolder(of: path)
    try NewFile.write(text.replacing("SHARE", with: quoted), to: path)
    return path
  }
}
