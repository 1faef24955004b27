// SPDX-License-Identifier: Apache-2.0

extension String {
  var trimmingSpace: Substring {
    var rest = self[...]
    while let first = rest.utf8.first, first.isSpace { rest = rest.dropFirst() }
    while let last = rest.utf8.last, last.isSpace { rest = rest.dropLast() }
    return rest
  }
}
