// SPDX-License-Identifier: Apache-2.0

/// Ends the program with a message if `condition` is `false`, which libFuzzer reports as a finding.
///
/// `precondition` does not print the message in a release build.
package func require(_ condition: Bool, _ message: StaticString) {
  if !condition { fatalError("\(message)") }
}
