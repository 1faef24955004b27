/// The version of Searchlight. It stands here and as the newest heading of CHANGELOG.md, and nowhere else.
package enum Version {
  package static let current = "0.1.0"
}
