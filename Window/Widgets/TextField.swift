// SPDX-License-Identifier: Apache-2.0

internal import CAdwaita

/// A field for a line of text, without a frame.
package final class TextField: Widget {
  /// - Parameter placeholder: What stands in the empty field.
  package init(placeholder: String) {
    // Screen readers see no GtkText.
    unsafe super.init(gtk_entry_new())
    unsafe gtk_entry_set_has_frame(pointer.cast(), 0)
    unsafe gtk_entry_set_placeholder_text(pointer.cast(), placeholder)
    accessibleLabel = placeholder
  }

  package var text: String {
    get { unsafe gtk_editable_get_text(pointer.opaque).map { unsafe String(cString: $0) } ?? "" }
    set {
      unsafe gtk_editable_set_text(pointer.opaque, newValue)
      unsafe gtk_editable_set_position(pointer.opaque, -1)
    }
  }

  package func selectAll() { unsafe gtk_editable_select_region(pointer.opaque, 0, -1) }

  package var hasSelection: Bool { unsafe gtk_editable_get_selection_bounds(pointer.opaque, nil, nil) != 0 }

  /// Called with each change, also by ``text``.
  package func onChange(_ body: @escaping @MainActor () -> Void) { unsafe connect(pointer.raw, "changed", body) }
}
