// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import CGsf
internal import CompoundFiles
internal import Foundation
internal import ImporterSupport
internal import Markup
internal import Synchronization

/// The property sets of a document.
@safe final class DocumentProperties {
  private let raw: OpaquePointer

  init() { unsafe raw = gsf_doc_meta_data_new() }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(raw)) }

  func read(_ stream: OpaquePointer) {
    unsafe gsf_read_properties(raw, stream)
    Self.keepModule(ofCodePage: unsafe gsf_property_number(raw, GSF_META_NAME_CODEPAGE))
  }

  /// Addresses of descriptors of iconv(3), by code page; 0 for a code page that the C library does not know.
  private static let converters = Mutex<[Int32: Int]>([:])

  /// Opens a descriptor for a code page, and keeps it.
  ///
  /// libgsf opens and closes one for each property set, and without another one the C library would load and unload the
  /// module of the code page each time: a third of the time for a short document.
  private static func keepModule(ofCodePage codePage: Int32) {
    converters.withLock { converters in
      guard converters[codePage] == nil, converters.count < 64 else { return }
      let converter = unsafe Int(bitPattern: gsf_msole_iconv_open_for_import(codePage))
      converters[codePage] = converter == -1 ? 0 : converter
    }
  }

  func fill(_ attributes: CSSearchableItemAttributeSet) {
    attributes.title = text(GSF_META_NAME_TITLE)?.oneLine
    attributes.subject = text(GSF_META_NAME_SUBJECT)?.oneLine
    attributes.authorNames = (text(GSF_META_NAME_INITIAL_CREATOR) ?? text(GSF_META_NAME_CREATOR))?.listElements(separatedBy: ";").nonEmpty
    attributes.editors = text(GSF_META_NAME_LAST_SAVED_BY)?.listElements(separatedBy: ";").nonEmpty
    attributes.keywords = (text(GSF_META_NAME_KEYWORDS) ?? text(GSF_META_NAME_KEYWORD))?.listElements(separatedBy: ",;").nonEmpty
    attributes.contentDescription = text(GSF_META_NAME_DESCRIPTION)
    attributes.creator = text(GSF_META_NAME_GENERATOR)?.oneLine
    attributes.organizations = text(GSF_META_NAME_COMPANY).map { [$0.oneLine] }
    if let category = text(GSF_META_NAME_CATEGORY) { attributes.setCustom("Category", category) }
    if let manager = text(GSF_META_NAME_MANAGER) { attributes.setCustom("Manager", manager) }
    attributes.contentCreationDate = date(GSF_META_NAME_DATE_CREATED)
    attributes.contentModificationDate = date(GSF_META_NAME_DATE_MODIFIED)
    let pages = unsafe max(gsf_property_number(raw, GSF_META_NAME_SLIDE_COUNT), gsf_property_number(raw, GSF_META_NAME_PAGE_COUNT))
    attributes.pageCount = pages > 0 ? pages as NSNumber : nil
    for (name, text) in ownProperties { attributes.setCustom(name, text) }
  }

  /// The properties that the author of the document has defined, in the order of their names.
  private var ownProperties: [(name: String, text: String)] {
    var found: [(name: String, text: String)] = []
    unsafe withUnsafeMutablePointer(to: &found) { list in
      unsafe gsf_read_own_properties(
        raw,
        { name, text, context in
          guard let name = unsafe name, let text = unsafe text,
            let list = unsafe context?.assumingMemoryBound(to: [(name: String, text: String)].self)
          else { return }
          unsafe list.pointee.append((String(cString: name), String(cString: text)))
        }, list)
    }
    return found.sorted { $0.name < $1.name }
  }

  /// - Returns: `nil` if the property is missing or blank.
  private func text(_ name: String) -> String? {
    guard let bytes = unsafe gsf_property_text(raw, name) else { return nil }
    defer { unsafe g_free(bytes) }
    let text = unsafe String(cString: bytes).trimmed
    return text.isEmpty ? nil : text
  }

  private func date(_ name: String) -> Date? {
    let seconds = unsafe gsf_property_time(raw, name)
    return seconds > 0 ? Date(timeIntervalSince1970: TimeInterval(seconds)) : nil
  }
}

extension CompoundFile {
  /// The properties in the two streams that store them.
  var properties: DocumentProperties {
    let properties = DocumentProperties()
    for name in ["\u{5}SummaryInformation", "\u{5}DocumentSummaryInformation"] {
      unsafe withInput(ofStream: name) { unsafe properties.read($0) }
    }
    return properties
  }
}
