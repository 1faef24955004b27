// SPDX-License-Identifier: Apache-2.0

internal import CAdwaita

/// What the desktop offers.
@MainActor
package enum Desktop {
  /// Shows a file in the previewer, or hides it if it is shown already. org.gnome.NautilusPreviewer2
  ///
  /// - Parameter failure: Called if there is no previewer.
  package static func quickLook(_ url: String, failure: @escaping @MainActor () -> Void) {
    guard let bus = unsafe g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return failure() }
    defer { unsafe g_object_unref(bus.raw) }
    var arguments: [OpaquePointer?] = unsafe [g_variant_new_string(url), g_variant_new_string(""), g_variant_new_boolean(1)]
    let call: GAsyncReadyCallback = { bus, result, data in
      let answer = unsafe g_dbus_connection_call_finish(bus.map { OpaquePointer($0) }, result, nil)
      if let answer = unsafe answer { return unsafe g_variant_unref(answer) }
      unsafe onMainActor(data) { data in _ = unsafe Handler<Void, Void>.call(data, ()) }
    }
    unsafe g_dbus_connection_call(
      bus, "org.gnome.NautilusPreviewer", "/org/gnome/NautilusPreviewer", "org.gnome.NautilusPreviewer2", "ShowFile",
      g_variant_new_tuple(&arguments, 3), nil, G_DBUS_CALL_FLAGS_NONE, 5000, nil, call, Handler<Void, Void>.retained { failure() })
  }

  /// Prevents that GTK loads the drivers of graphics cards where `GSK_RENDERER=cairo` says that the processor draws. It would load them all the
  /// same, for half of the time until the first frame. Called before GTK starts, and before other threads do.
  package static func prepareDrawing() {
    guard let renderer = unsafe g_getenv("GSK_RENDERER"), unsafe String(cString: renderer) == "cairo" else { return }
    // Since GTK 4.16, the variable has another name.
    let (name, value) = gtk_get_minor_version() < 16 ? ("GDK_DEBUG", "gl-disable") : ("GDK_DISABLE", "gl")
    _ = unsafe g_setenv(name, value, 0)
  }

  /// Adds rules to the style of all windows.
  package static func add(style rules: String) {
    let provider = unsafe gtk_css_provider_new()
    unsafe gtk_css_provider_load_from_data(provider, rules, -1)
    unsafe gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), provider?.opaque, UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
  }
}

/// Translations, by gettext.
package enum Translation {
  private static let domain = "searchlight"

  /// - Parameter folder: That of `LANGUAGE/LC_MESSAGES/searchlight.mo`.
  package static func find(in folder: String) {
    unsafe bindtextdomain(domain, folder)
    unsafe bind_textdomain_codeset(domain, "UTF-8")
  }

  /// The text in the language of the user; the text itself if there is no translation.
  package static func of(_ text: String) -> String {
    // Without a translation, the result is the pointer of the argument.
    unsafe text.withCString { unsafe String(cString: g_dgettext(domain, $0)) }
  }
}

package enum Digest {
  /// MD5 in hexadecimal digits, by which thumbnails are named.
  package static func md5(_ text: String) -> String {
    guard let digits = unsafe g_compute_checksum_for_string(G_CHECKSUM_MD5, text, -1) else { return "" }
    defer { unsafe g_free(digits) }
    return unsafe String(cString: digits)
  }
}
