/// The version of Searchlight. Only this constant and the newest heading of CHANGELOG.md contain
/// it.
package enum Version {
  package static let current = "0.1.0"
}
