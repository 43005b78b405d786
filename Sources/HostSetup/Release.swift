/// The release that is built here.
package enum Release {
  /// The version that `--version`, the User-Agent and the servers report. `tools/version` writes it from
  /// the file `VERSION`.
  package static let version = "0.2.0"
}
