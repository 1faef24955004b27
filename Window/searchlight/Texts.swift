// SPDX-License-Identifier: Apache-2.0

import SearchWindow
import Widgets

extension WindowText {
  /// In the language of the user.
  var translated: String { Translation.of(rawValue) }

  func translated(_ values: KeyValuePairs<String, String>) -> String { WindowText.filled(translated, values) }
}

extension ResultGroup {
  var heading: String { if case .items(let program) = self { program } else { title?.translated ?? "" } }
}
