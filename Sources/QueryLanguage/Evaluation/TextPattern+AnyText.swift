// SPDX-License-Identifier: Apache-2.0

package import TextAnalysis

extension TextPattern {
  /// Any text that is not empty; used to test for the presence of text.
  package static let anyText = TextPattern(parts: ["", ""], folding: [])
}
