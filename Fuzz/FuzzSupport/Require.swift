/// Ends the program with a message when `condition` does not hold: a finding.
///
/// `precondition` would keep the message to itself in a release build.
package func require(_ condition: Bool, _ message: StaticString) {
  if !condition { fatalError("\(message)") }
}
