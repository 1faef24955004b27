// SPDX-License-Identifier: Apache-2.0

internal import CAdwaita

/// A button with an icon or a text.
package final class Button: Widget {
  package var onClick: @MainActor () -> Void = {}

  package init(icon: String) {
    unsafe super.init(gtk_button_new_from_icon_name(icon))
    connectClick()
  }

  package init(_ child: Widget) {
    unsafe super.init(gtk_button_new())
    unsafe gtk_button_set_child(pointer.cast(), child.pointer)
    connectClick()
  }

  private func connectClick() { unsafe connect(pointer.raw, "clicked") { [unowned self] in onClick() } }
}
