// SPDX-License-Identifier: Apache-2.0

/// Times of searches.
struct SearchTimes: Sendable {
  /// From the call that makes a change to the end of the search that finds it.
  var found = Times()
  /// A search for names that contain a word.
  var name = Times()
  /// A search for texts that contain a word.
  var word = Times()

  var json: String { "{\"found\": \(found.json), \"name\": \(name.json), \"word\": \(word.json)}" }
}
