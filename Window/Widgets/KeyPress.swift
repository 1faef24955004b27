// SPDX-License-Identifier: Apache-2.0

internal import CAdwaita

/// A key that is pressed.
package struct KeyPress: Hashable, Sendable {
  package enum Symbol: Hashable, Sendable {
    case up, down, pageUp, pageDown, home, end, enter, escape, tab, space
    /// Lowercase.
    case letter(Character)
    case other
  }

  package let symbol: Symbol
  package let withControl: Bool
  package let withShift: Bool
  package let withAlt: Bool

  init(_ value: UInt32, _ state: GdkModifierType) {
    withControl = state.rawValue & GDK_CONTROL_MASK.rawValue != 0
    withShift = state.rawValue & GDK_SHIFT_MASK.rawValue != 0
    withAlt = state.rawValue & GDK_ALT_MASK.rawValue != 0
    symbol =
      switch Int32(bitPattern: value) {
      case GDK_KEY_Up, GDK_KEY_KP_Up: .up
      case GDK_KEY_Down, GDK_KEY_KP_Down: .down
      case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: .pageUp
      case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: .pageDown
      case GDK_KEY_Home, GDK_KEY_KP_Home: .home
      case GDK_KEY_End, GDK_KEY_KP_End: .end
      case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter: .enter
      case GDK_KEY_Escape: .escape
      case GDK_KEY_Tab, GDK_KEY_KP_Tab: .tab
      case GDK_KEY_space, GDK_KEY_KP_Space: .space
      default:
        Unicode.Scalar(gdk_keyval_to_unicode(gdk_keyval_to_lower(value))).map { $0.value == 0 ? .other : .letter(Character($0)) } ?? .other
      }
  }
}
