import HostSetup
import MixCore
import Notation
import ScriptHost

/// `.luarc.json`: describes `mix` to lua-language-server and other editor tools.
enum EditorSettings {
  /// Writes the file, unless the folder has one.
  /// - Parameters:
  ///   - folder: the target; "." for the working folder.
  ///   - share: the folder of mixhost's own files.
  /// - Returns: its path; nil when the file existed.
  /// - Throws: ``CommandFailure`` when it cannot be written.
  static func write(in folder: String, share: String) throws -> String? {
    let path = folder == "." ? ".luarc.json" : "\(folder)/.luarc.json"
    guard !PrivateFile.exists(path) else { return nil }
    let template = ScriptSource.file("\(share)/scripts/templates/luarc.json", arguments: [])
    let text = String(decoding: try template.read(), as: UTF8.self)
    // A path may contain quotes and backslashes.
    let quoted = JSONWriter.quoted(share).dropFirst().dropLast()
    try NewFile.makeFolder(of: path)
    try NewFile.write(text.replacing("SHARE", with: quoted), to: path)
    return path
  }
}
