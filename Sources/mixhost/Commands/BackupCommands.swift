import ArgumentParser
import Bindings
import HostSetup
import MixCore
import Notation
import ScriptHost

/// `mixhost backup`: copies the library.
struct BackupCommand: HomeCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract:
      "Copies the library (works, jobs, decisions, programs' records) into one file, checked.",
    discussion: """
      May run beside a server and other runs. The cache and log-ins are not part of it.

      Examples:
        mixhost backup library.sqlite
        mixhost backup --force /media/usb/library.sqlite
      """)

  @Argument(help: "The copy; it is made for you only (0600).") var file: String
  @Flag(help: "Replace a file that is there.") var force = false

  mutating func run(_ options: GlobalOptions) throws {
    guard file != "-" else {
      throw UsageError("a copy takes a file, not standard output", command: "mixhost backup")
    }
    try Self.checkFile(options, "backup", instead: "pg_dump --format=custom --file=\(file)")
    let done = try LibraryBackup.backUp(Self.library(options), to: file, overwriting: force)
    try StandardOutput.write(
      "copied \(done.works) works to \(file) (\(Quantity.bytes(done.bytes)))\n")
    if let foreign = done.foreign {
      OutputSettings.writeError(
        "mixhost: warning: the library holds \(ShownText.message(foreign)), which mixhost did not make, and "
          + "the copy does, too: restore refuses it until that is put right with sqlite3\n")
    }
  }

  /// Checks that the library is in the data file.
  /// - Throws: ``CommandFailure`` when it is on a server, which has its own backups.
  static func checkFile(_ options: GlobalOptions, _ command: String, instead: String) throws {
    guard let text = try ConfigCommand.storeAddress(options) else { return }
    let address = try PostgresAddress(text)
    throw CommandFailure(
      "mixhost \(command) is for data files, and the library is on \(address.shown): use PostgreSQL's own "
        + "means, \(address.command(instead))")
  }

  static func library(_ options: GlobalOptions) -> String {
    Setup.home(options, ProcessEnvironment.all, isMock: options.mock != nil).dataFile
  }
}

/// `mixhost restore`: replaces the library by a copy.
struct RestoreCommand: HomeCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract:
      "Puts a copy in the place of the library, checked; the library that was there is kept.",
    discussion: """
      Stop servers and runs first: it refuses to run while they use the library. A file with anything \
      in it that mixhost did not make is refused, too.

      Examples:
        mixhost restore library.sqlite
        mixhost restore --force library.sqlite
      """)

  @Argument(help: "A file that mixhost backup wrote.") var file: String
  @Flag(help: "Replace a library that is there.") var force = false

  mutating func run(_ options: GlobalOptions) throws {
    try BackupCommand.checkFile(
      options, "restore", instead: "pg_restore --clean --if-exists --dbname=DATABASE \(file)")
    let done = try LibraryBackup.restore(
      file, to: BackupCommand.library(options), overwriting: force)
    try StandardOutput.write("restored \(done.works) works from \(file)\n")
    if let replaced = done.replaced {
      try StandardOutput.write("the library before is kept: \(replaced)\n")
    }
  }
}
