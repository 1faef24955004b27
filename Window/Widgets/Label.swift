// SPDX-License-Identifier: Apache-2.0

internal import CAdwaita

/// A text.
package final class Label: Widget {
  /// What happens to a text that is too long for one line.
  package enum Overflow { case endEllipsis, middleEllipsis, wrap(lines: Int) }

  package init(_ text: String = "", _ overflow: Overflow = .endEllipsis) {
    unsafe super.init(gtk_label_new(text))
    self.text = text
    let label = unsafe pointer.opaque
    unsafe gtk_label_set_xalign(label, 0)
    switch overflow {
    case .endEllipsis: unsafe gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END)
    case .middleEllipsis: unsafe gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_MIDDLE)
    case .wrap(let lines):
      unsafe gtk_label_set_wrap(label, 1)
      unsafe gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
      unsafe gtk_label_set_natural_wrap_mode(label, GTK_NATURAL_WRAP_NONE)
      unsafe gtk_label_set_lines(label, Int32(lines))
      unsafe gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END)
    }
  }

  package var text = "" {
    didSet {
      // Only what changes is laid out again.
      guard text != oldValue else { return }
      unsafe gtk_label_set_text(pointer.opaque, text)
    }
  }

  /// Pango's markup instead of a text.
  package var markup = "" {
    didSet {
      guard markup != oldValue else { return }
      unsafe gtk_label_set_markup(pointer.opaque, markup)
    }
  }

  package func centerLines() {
    unsafe gtk_label_set_xalign(pointer.opaque, 0.5)
    unsafe gtk_label_set_justify(pointer.opaque, GTK_JUSTIFY_CENTER)
  }

  /// - Parameter columns: Maximum width in average characters.
  package func limit(columns: Int) { unsafe gtk_label_set_max_width_chars(pointer.opaque, Int32(columns)) }
}
