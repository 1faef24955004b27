// SPDX-License-Identifier: Apache-2.0

/// The audio properties and tags of a file.
struct Recording {
  var stream = AudioStream()
  var tags = Tags()
}
