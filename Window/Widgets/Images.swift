// SPDX-License-Identifier: Apache-2.0

internal import CAdwaita

/// An icon of the theme, or of a program.
package final class IconImage: Widget {
  private var names: [String] = []
  private let size: Int

  /// - Parameter size: In pixels.
  package init(size: Int, _ name: String? = nil) {
    self.size = size
    unsafe super.init(Self.decoration())
    unsafe gtk_image_set_pixel_size(pointer.opaque, Int32(size))
    if let name { set(names: [name]) }
  }

  /// An image of which a screen reader says nothing: a text beside it says the same.
  private static func decoration() -> UnsafeMutablePointer<GtkWidget>? {
    var role = GValue()
    unsafe g_value_init(&role, gtk_accessible_role_get_type())
    unsafe g_value_set_enum(&role, Int32(GTK_ACCESSIBLE_ROLE_PRESENTATION.rawValue))
    return unsafe "accessible-role".withCString { name in
      var name: UnsafePointer<CChar>? = unsafe name
      return unsafe g_object_new_with_properties(gtk_image_get_type(), 1, &name, &role)?.cast()
    }
  }

  /// Themes have icons of up to this size in all steps. Of larger ones they have often only the largest, with 512 pixels, and to draw that smaller
  /// in each frame takes 1 to 3 ms without a graphics card.
  private static let largestUsualSize = 48

  /// - Parameter names: In themes, the most telling first; or the path of an image.
  package func set(names: [String]) {
    guard names != self.names else { return }
    self.names = names
    if size > Self.largestUsualSize, let texture = unsafe Icons.texture(names, size: size, for: self) {
      return unsafe gtk_image_set_from_paintable(pointer.opaque, texture)
    }
    let icon = unsafe Icons.icon(names)
    unsafe gtk_image_set_from_gicon(pointer.opaque, icon)
  }
}

/// The icons that were shown.
@MainActor
private enum Icons {
  private static var known: [[String]: OpaquePointer] = unsafe [:]
  private static var textures: [[String]: OpaquePointer] = unsafe [:]

  static func icon(_ names: [String]) -> OpaquePointer? {
    if let icon = unsafe known[names] { return unsafe icon }
    let made: OpaquePointer?
    if let path = names.first, path.hasPrefix("/") {
      let file = unsafe g_file_new_for_path(path)
      unsafe made = g_file_icon_new(file)
      unsafe g_object_unref(file?.raw)
    } else {
      let copies = unsafe names.map { unsafe g_strdup($0) }
      var pointers = unsafe copies
      unsafe made = pointers.withUnsafeMutableBufferPointer { buffer in
        unsafe g_themed_icon_new_from_names(buffer.baseAddress, Int32(buffer.count))
      }
      unsafe copies.forEach { unsafe g_free($0) }
    }
    unsafe known[names] = made
    return unsafe made
  }

  /// An icon as an image of the size in which it is drawn; `nil` if it is no file.
  static func texture(_ names: [String], size: Int, for widget: Widget) -> OpaquePointer? {
    if let texture = unsafe textures[names] { return unsafe texture }
    let scale = unsafe gtk_widget_get_scale_factor(widget.pointer)
    let theme = unsafe gtk_icon_theme_get_for_display(gtk_widget_get_display(widget.pointer))
    guard
      let found = unsafe gtk_icon_theme_lookup_by_gicon(
        theme, icon(names), Int32(size), scale, gtk_widget_get_direction(widget.pointer), GtkIconLookupFlags(0))
    else { return nil }
    defer { unsafe g_object_unref(found.raw) }
    guard let file = unsafe gtk_icon_paintable_get_file(found) else { return nil }
    defer { unsafe g_object_unref(file.raw) }
    guard let path = unsafe g_file_get_path(file) else { return nil }
    defer { unsafe g_free(path) }
    guard let image = unsafe gdk_pixbuf_new_from_file_at_size(path, Int32(size) * scale, Int32(size) * scale, nil) else { return nil }
    defer { unsafe g_object_unref(image.raw) }
    let texture = unsafe gdk_texture_new_for_pixbuf(image)
    unsafe textures[names] = texture
    return unsafe texture
  }
}

/// A picture that is as large as there is room.
package final class Picture: Widget {
  package init() {
    unsafe super.init(gtk_picture_new())
    unsafe gtk_picture_set_can_shrink(pointer.opaque, 1)
  }

  package func show(_ image: CachedImage) { unsafe gtk_picture_set_paintable(pointer.opaque, image.texture) }
}

/// An image from a folder of thumbnails, which any thread may read.
@safe
package final class CachedImage: Sendable {
  // Textures do not change, and their references are counted atomically.
  nonisolated(unsafe) let texture: OpaquePointer

  /// Maximum length of a file that is read. Those of the largest size have about 2 MB.
  private static let maximumLength = 16 << 20

  /// Reads a PNG image, and no other kind.
  ///
  /// - Parameter bytes: Those of the file.
  /// - Returns: `nil` if it cannot be read.
  package init?(png bytes: [UInt8]) {
    guard bytes.count <= Self.maximumLength, let loader = unsafe gdk_pixbuf_loader_new_with_type("png", nil) else { return nil }
    defer { unsafe g_object_unref(loader.raw) }
    let isWritten = unsafe bytes.withUnsafeBufferPointer {
      unsafe gdk_pixbuf_loader_write(loader, $0.baseAddress, gsize($0.count), nil) != 0
    }
    // A loader must be closed in any case.
    let isClosed = unsafe gdk_pixbuf_loader_close(loader, nil) != 0
    guard isWritten, isClosed, let image = unsafe gdk_pixbuf_loader_get_pixbuf(loader) else { return nil }
    guard let texture = unsafe gdk_texture_new_for_pixbuf(image) else { return nil }
    unsafe self.texture = texture
  }

  deinit { unsafe g_object_unref(texture.raw) }
}
