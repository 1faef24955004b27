// SPDX-License-Identifier: Apache-2.0

internal import CAdwaita

/// A window without a title bar.
package final class Window: Widget {
  package init(_ application: Application, title: String, width: Int, height: Int) {
    unsafe super.init(adw_application_window_new(application.gtk))
    unsafe gtk_window_set_title(window, title)
    unsafe gtk_window_set_default_size(window, Int32(width), Int32(height))
    unsafe gtk_window_set_hide_on_close(window, 1)
  }

  private var window: UnsafeMutablePointer<GtkWindow> { unsafe pointer.cast() }

  package func setContent(_ content: Widget) { unsafe adw_application_window_set_content(pointer.cast(), content.pointer) }

  package func present() { unsafe gtk_window_present(window) }

  package func hide() { unsafe gtk_widget_set_visible(pointer, 0) }

  package var isActive: Bool { unsafe gtk_window_is_active(window) != 0 }

  /// Called when a person closes the window, which then hides.
  package func onClose(_ body: @escaping @MainActor () -> Void) {
    let call: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean = { _, data in
      unsafe onMainActor(data) { data in _ = unsafe Handler<Void, Void>.call(data, ()) }
      return 1
    }
    unsafe connect(pointer.raw, "close-request", unsafeBitCast(call, to: GCallback.self), Handler<Void, Void>.retained { body() })
  }

  /// Called with each key before the widget that has the focus.
  ///
  /// - Parameter body: Returns whether the key is used up.
  package func onKey(_ body: @escaping @MainActor (KeyPress) -> Bool) {
    guard let controller = unsafe gtk_event_controller_key_new() else { return }
    unsafe gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    let call: @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, GdkModifierType, UnsafeMutableRawPointer?) -> gboolean = {
      _, value, _, state, data in
      let key = KeyPress(value, state)
      return unsafe onMainActor(data) { data in unsafe Handler<KeyPress, Bool>.call(data, key) ?? false } ? 1 : 0
    }
    unsafe connect(
      controller.raw, "key-pressed", unsafeBitCast(call, to: GCallback.self), Handler<KeyPress, Bool>.retained(body))
    unsafe gtk_widget_add_controller(pointer, controller)
  }

  // MARK: Frames

  /// Called after each frame that is drawn.
  package func onFrame(_ body: @escaping @MainActor () -> Void) {
    unsafe connect(pointer.raw, "realize") { [unowned self] in
      guard let clock = unsafe gtk_widget_get_frame_clock(pointer) else { return }
      unsafe connect(clock.raw, "after-paint", body)
    }
  }

  /// Makes the window call ``onFrame(_:)`` also if nothing has changed that is drawn.
  package func requestFrame() {
    guard let clock = unsafe gtk_widget_get_frame_clock(pointer) else { return }
    unsafe gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT)
  }

  /// With what the desktop gives, the window of a started program may come to the front; `nil` if it gives nothing.
  package func activationToken() -> String? {
    guard let display = unsafe gtk_widget_get_display(pointer), let context = unsafe gdk_display_get_app_launch_context(display) else {
      return nil
    }
    defer { unsafe g_object_unref(context.raw) }
    // Which program it is is not known before the file is opened.
    let program = unsafe g_app_info_create_from_commandline("xdg-open", nil, G_APP_INFO_CREATE_SUPPORTS_STARTUP_NOTIFICATION, nil)
    guard let program = unsafe program else { return nil }
    defer { unsafe g_object_unref(program.raw) }
    guard let token = unsafe g_app_launch_context_get_startup_notify_id(context.cast(), program, nil) else { return nil }
    defer { unsafe g_free(token) }
    return unsafe String(cString: token)
  }

  package func copy(_ text: String) { unsafe gdk_clipboard_set_text(gtk_widget_get_clipboard(pointer), text) }
}
