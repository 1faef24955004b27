// SPDX-License-Identifier: Apache-2.0

internal import CAdwaita

/// A part of a window. Never released: what a window consists of stays until the program ends.
@safe @MainActor
package class Widget {
  let pointer: UnsafeMutablePointer<GtkWidget>

  init(_ made: UnsafeMutablePointer<GtkWidget>?) {
    guard let made = unsafe made else { preconditionFailure("GTK makes every widget") }
    unsafe pointer = made
    unsafe g_object_ref_sink(made.raw)
  }

  package func add(style classes: String...) { for name in classes { unsafe gtk_widget_add_css_class(pointer, name) } }

  package func remove(style name: String) { unsafe gtk_widget_remove_css_class(pointer, name) }

  package var isVisible: Bool {
    get { unsafe gtk_widget_get_visible(pointer) != 0 }
    set { unsafe gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
  }

  package var isFocused: Bool { unsafe gtk_widget_has_focus(pointer) != 0 }

  package func focus() { unsafe gtk_widget_grab_focus(pointer) }

  /// Takes what room is left.
  package func expand(horizontally: Bool = false, vertically: Bool = false) {
    unsafe gtk_widget_set_hexpand(pointer, horizontally ? 1 : 0)
    unsafe gtk_widget_set_vexpand(pointer, vertically ? 1 : 0)
  }

  /// - Parameter width: Minimum width in pixels; −1 for that of the contents.
  package func setMinimum(width: Int = -1, height: Int = -1) { unsafe gtk_widget_set_size_request(pointer, Int32(width), Int32(height)) }

  package enum Alignment { case fill, start, center, end }

  package func align(horizontally: Alignment = .fill, vertically: Alignment = .fill) {
    unsafe gtk_widget_set_halign(pointer, horizontally.value)
    unsafe gtk_widget_set_valign(pointer, vertically.value)
  }

  /// Takes no focus, so that keys still go to the field after a click.
  package func neverTakeFocus() {
    unsafe gtk_widget_set_focusable(pointer, 0)
    unsafe gtk_widget_set_focus_on_click(pointer, 0)
  }

  package var tooltip: String? {
    get { unsafe gtk_widget_get_tooltip_text(pointer).map { unsafe String(cString: $0) } }
    set { unsafe gtk_widget_set_tooltip_text(pointer, newValue) }
  }

  /// What a screen reader calls the widget.
  package var accessibleLabel: String = "" {
    didSet {
      guard accessibleLabel != oldValue else { return }
      var value = GValue()
      unsafe g_value_init(&value, GType(16 << 2))
      unsafe g_value_set_string(&value, accessibleLabel)
      var property = GTK_ACCESSIBLE_PROPERTY_LABEL
      unsafe gtk_accessible_update_property_value(pointer.opaque, 1, &property, &value)
      unsafe g_value_unset(&value)
    }
  }

  /// The widget that counts as focused for a screen reader while this one has the focus, such as the selected row of a list.
  package func setActiveDescendant(_ other: Widget?) {
    guard let other else { return unsafe gtk_accessible_reset_relation(pointer.opaque, GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT) }
    var value = GValue()
    unsafe g_value_init(&value, gtk_accessible_get_type())
    unsafe g_value_set_object(&value, other.pointer.raw)
    var relation = GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT
    unsafe gtk_accessible_update_relation_value(pointer.opaque, 1, &relation, &value)
    unsafe g_value_unset(&value)
  }
}

extension Widget.Alignment {
  fileprivate var value: GtkAlign {
    switch self {
    case .fill: GTK_ALIGN_FILL
    case .start: GTK_ALIGN_START
    case .center: GTK_ALIGN_CENTER
    case .end: GTK_ALIGN_END
    }
  }
}
