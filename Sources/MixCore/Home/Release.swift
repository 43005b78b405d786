/// The release of this build.
package enum Release {
  /// The version in `--version`, the User-Agent and the servers' answers. `tools/version` writes it
  /// from the file `VERSION`.
  package static let version = "0.3.0"
}
