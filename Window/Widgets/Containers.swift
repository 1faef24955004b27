// SPDX-License-Identifier: Apache-2.0

internal import CAdwaita

/// Widgets beside or below each other.
package final class Box: Widget {
  package enum Direction { case horizontal, vertical }

  package init(_ direction: Direction, spacing: Int = 0, _ children: Widget...) {
    unsafe super.init(gtk_box_new(direction == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, Int32(spacing)))
    for child in children { add(child) }
  }

  package func add(_ child: Widget) { unsafe gtk_box_append(pointer.cast(), child.pointer) }
}

/// A part of something larger, which is scrolled.
package final class ScrolledArea: Widget {
  package init(_ child: Widget, horizontally: Bool = false) {
    unsafe super.init(gtk_scrolled_window_new())
    // Without a scroll bar, a row of buttons is moved with two fingers or the focus.
    unsafe gtk_scrolled_window_set_policy(
      pointer.opaque, horizontally ? GTK_POLICY_EXTERNAL : GTK_POLICY_NEVER, horizontally ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC)
    unsafe gtk_scrolled_window_set_child(pointer.opaque, child.pointer)
  }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment>? { unsafe gtk_scrolled_window_get_vadjustment(pointer.opaque) }

  package var visibleHeight: Double { unsafe gtk_adjustment_get_page_size(adjustment) }

  package func scrollToTop() { unsafe gtk_adjustment_set_value(adjustment, 0) }

  /// Scrolls as little as needed to show a part, in the coordinates of the child.
  package func show(from start: Double, to end: Double) {
    let (top, height) = unsafe (gtk_adjustment_get_value(adjustment), gtk_adjustment_get_page_size(adjustment))
    if start < top { unsafe gtk_adjustment_set_value(adjustment, start) }
    if end > top + height { unsafe gtk_adjustment_set_value(adjustment, min(start, end - height)) }
  }
}

/// Shows one of several pages.
package final class Pages<Name: Hashable>: Widget {
  private var pages: [Name: Widget] = [:]
  private var shown: Name?

  package init() { unsafe super.init(gtk_stack_new()) }

  package func add(_ page: Widget, _ name: Name) {
    pages[name] = page
    _ = unsafe gtk_stack_add_child(pointer.opaque, page.pointer)
  }

  package func show(_ name: Name) {
    guard name != shown, let page = pages[name] else { return }
    shown = name
    unsafe gtk_stack_set_visible_child(pointer.opaque, page.pointer)
  }
}

/// An area by which the window can be moved.
package final class WindowHandle: Widget {
  package init(_ child: Widget) {
    unsafe super.init(gtk_window_handle_new())
    unsafe gtk_window_handle_set_child(pointer.opaque, child.pointer)
  }
}

/// A picture, a title and a sentence instead of contents.
package final class StatusPage: Widget {
  package init() {
    unsafe super.init(adw_status_page_new())
    add(style: "compact")
  }

  /// - Parameter icon: A name in themes.
  package func set(icon: String, title: String, description: String) {
    unsafe adw_status_page_set_icon_name(pointer.opaque, icon)
    unsafe adw_status_page_set_title(pointer.opaque, title)
    // It takes markup.
    unsafe adw_status_page_set_description(pointer.opaque, Markup.escaped(description))
  }
}
