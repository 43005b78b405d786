import Bindings
import HostSetup
import MixCore
import ScriptHost

/// `mixhost new service`: a folder with a service that passes its checks.
struct NewService {
  /// The templates, and the files that become of them.
  private static let files = [
    ("service", "service.lua"), ("provider", "provider.lua"), ("mock", "mock.lua"),
    ("answers_init", "answers/init.lua"), ("answers", "answers/search.lua"),
    ("spec", "NAME_spec.lua"),
  ]

  private let name: String
  private let folder: String
  private let share: String

  /// - Throws: ``UsageError`` for a name that a service cannot have, ``CommandFailure`` for one that is taken.
  init(_ name: String, _ options: GlobalOptions) throws {
    guard ProgramManifest.isName(name), name.first?.isNumber == false else {
      throw UsageError(
        "\"\(name)\" is not a name for a service: lower-case letters, digits and _, a letter first")
    }
    guard let share = ShareFolder.path else {
      throw CommandFailure("the templates that come with mixhost were not found")
    }
    let home = Home(environment: ProcessEnvironment.all, override: options.home)
    let services = ServiceFolders(scripts: share + "/scripts", config: home.config)
    if let known = services.manifest(name) {
      throw CommandFailure("there is a service \(name) already: \(known)")
    }
    if Programs.source(home).catalogue.upstream(name) != nil {
      throw CommandFailure("a program asks a service \(name) already; choose another name")
    }
    (self.name, self.share) = (name, share)
    folder = "\(home.config)/services/\(name)"
  }

  /// Writes the files, and says where they are.
  func make() throws {
    for (template, file) in Self.files {
      let source = ScriptSource.file(
        "\(share)/scripts/templates/service/\(template).lua", arguments: [])
      let text = String(decoding: try source.read(), as: UTF8.self)
      let path = "\(folder)/\(file.replacing("NAME", with: name))"
      try NewFile.makeFolder(of: path)
      try NewFile.write(text.replacing("NAME", with: name), to: path)
      try StandardOutput.write("\(path)\n")
    }
    if let path = try EditorSettings.write(in: folder, share: share) {
      OutputSettings.writeError("wrote \(path), too: editors find mixhost's types by it\n")
    }
  }
}
