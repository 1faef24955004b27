// SPDX-License-Identifier: Apache-2.0

internal import CAdwaita

/// A list of rows, one of which is selected. Rows are kept and shown again with other contents: making one takes as long as drawing several.
package final class RowList: Widget {
  private var rows: [Row] = []
  /// Called with the index of a row that is clicked.
  package var onClick: @MainActor (Int) -> Void = { _ in }

  package init() {
    unsafe super.init(gtk_list_box_new())
    unsafe gtk_list_box_set_selection_mode(pointer.opaque, GTK_SELECTION_BROWSE)
    unsafe gtk_list_box_set_activate_on_single_click(pointer.opaque, 1)
    neverTakeFocus()
    unsafe connect(pointer.raw, "row-activated") { [unowned self] row in
      onClick(Int(unsafe gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self))))
    }
  }

  package var count: Int { rows.count }

  package func add(_ row: Row) {
    rows.append(row)
    unsafe gtk_list_box_append(pointer.opaque, row.pointer)
  }

  /// - Returns: The selected row.
  @discardableResult
  package func select(_ index: Int?) -> Row? {
    guard let index else {
      unsafe gtk_list_box_unselect_all(pointer.opaque)
      return nil
    }
    unsafe gtk_list_box_select_row(pointer.opaque, rows[index].pointer.cast())
    return rows[index]
  }

  /// The top and the bottom of a row in the list; `nil` before it was laid out.
  package func extent(of index: Int) -> (top: Double, bottom: Double)? {
    var bounds = graphene_rect_t()
    guard unsafe gtk_widget_compute_bounds(rows[index].pointer, pointer, &bounds) != 0, bounds.size.height > 0 else { return nil }
    return (Double(bounds.origin.y), Double(bounds.origin.y + bounds.size.height))
  }
}

package final class Row: Widget {
  package init(_ child: Widget) {
    unsafe super.init(gtk_list_box_row_new())
    unsafe gtk_list_box_row_set_child(pointer.cast(), child.pointer)
    neverTakeFocus()
  }
}
